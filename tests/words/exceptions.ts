/** Texts that have a form and are right. */
export const EXCEPTIONS: readonly { readonly form: string; readonly text: string; readonly reason: string }[] = [
  { form: "or-else", text: "continue, else, for, function", reason: "a list of reserved words" },
  { form: "question-word", text: "How to fix it", reason: "the title of a task" },
  { form: "question-word", text: "How to change its level", reason: "the title of a task" },
  { form: "two-colons", text: "declare const nothing: unique symbol", reason: "TypeScript, not prose" },
];
