/** Quoted strings. Source: google/cel-go, ext/strings.go (quote), and strconv.Quote of Go. */

const SHORT: ReadonlyMap<string, string> = new Map([
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ["\\", "\\\\"],
  ['"', '\\"'],
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: CEL has escape sequences for these characters.
const ESCAPED = /[\x07-\r\\"]/g;

/** Characters that Go prints as they are: letters, marks, numbers, punctuation, symbols and the space. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|["\\]/gu;

/** Returns a string literal of CEL. */
export function quote(text: string): string {
  return `"${text.replace(ESCAPED, (character) => SHORT.get(character) as string)}"`;
}

/** Returns a string literal of Go, which also escapes all characters that cannot be printed. */
export function quoteAsGo(text: string): string {
  return `"${text.replace(UNPRINTABLE, (character) => SHORT.get(character) ?? escapeSequence(character))}"`;
}

function escapeSequence(character: string): string {
  const code = character.codePointAt(0) as number;
  const hex = (digits: number) => code.toString(16).padStart(digits, "0");
  if (code < 0x80) return `\\x${hex(2)}`;
  return code > 0xffff ? `\\U${hex(8)}` : `\\u${hex(4)}`;
}
