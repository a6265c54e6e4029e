/** Together with a length that is a multiple of four. One loop, because nested ones overflow the stack of the engine. */
const FORM = /^[A-Za-z\d+/]*={0,2}$/;

/** Reports whether Go's package encoding/base64 reads a text: with padding, and with line breaks anywhere. */
export function isBase64(text: string): boolean {
  const digits = text.replace(/[\r\n]/g, "");
  return digits.length % 4 === 0 && FORM.test(digits);
}
