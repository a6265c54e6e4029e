/** Texts that have a form and are right. */
export const EXCEPTIONS: readonly { readonly form: string; readonly text: string; readonly reason: string }[] = [];
