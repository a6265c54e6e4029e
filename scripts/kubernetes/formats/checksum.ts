/** Numbers with a check digit. Source: k8s.io/kube-openapi/pkg/internal/third_party/govalidator. */

export function isIsbn10(text: string): boolean {
  const signs = withoutSeparators(text);
  if (!/^\d{9}[\dX]$/.test(signs)) return false;
  return sum(signs, (digit, index) => (index + 1) * digit) % 11 === 0;
}

export function isIsbn13(text: string): boolean {
  const signs = withoutSeparators(text);
  return /^\d{13}$/.test(signs) && sum(signs, (digit, index) => (index % 2 === 0 ? digit : 3 * digit)) % 10 === 0;
}

function withoutSeparators(text: string): string {
  return text.replace(/[\t\n\f\r -]+/g, "");
}

const CARD_NUMBERS =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

/** Reports whether a string is the number of a credit card. Characters other than digits are ignored. */
export function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, "");
  const doubled = (digit: number) => (digit > 4 ? 2 * digit - 9 : 2 * digit);
  const weight = (digit: number, index: number) => ((digits.length - index) % 2 === 0 ? doubled(digit) : digit);
  return CARD_NUMBERS.test(digits) && sum(digits, weight) % 10 === 0;
}

function sum(signs: string, weight: (digit: number, index: number) => number): number {
  return [...signs].reduce((total, sign, index) => total + weight(sign === "X" ? 10 : Number(sign), index), 0);
}
