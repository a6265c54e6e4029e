/**
 * The names of Unicode classes in patterns, as in `\\p{Greek}`.
 *
 * Source: Go 1.26, regexp/syntax (unicodeTable) and package unicode, with Unicode 15. Go compares a name without regard
 * to case, underscores, hyphens, and spaces. For this reason, it finds no script whose name has a second capital letter,
 * such as Old_Italic.
 */

/** Classes that are not tables of their own. */
export const ASCII = "ASCII";
export const ASSIGNED = "Assigned";

const CATEGORIES =
  "C Cc Cf Cn Co Cs L LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs";

/** Long names of categories, each with its short name. */
const CATEGORY_ALIASES =
  "Cased_Letter LC, Close_Punctuation Pe, Combining_Mark M, Connector_Punctuation Pc, Control Cc, Currency_Symbol " +
  "Sc, Dash_Punctuation Pd, Decimal_Number Nd, Enclosing_Mark Me, Final_Punctuation Pf, Format Cf, " +
  "Initial_Punctuation Pi, Letter L, Letter_Number Nl, Line_Separator Zl, Lowercase_Letter Ll, Mark M, Math_Symbol " +
  "Sm, Modifier_Letter Lm, Modifier_Symbol Sk, Nonspacing_Mark Mn, Number N, Open_Punctuation Ps, Other C, " +
  "Other_Letter Lo, Other_Number No, Other_Punctuation Po, Other_Symbol So, Paragraph_Separator Zp, Private_Use Co, " +
  "Punctuation P, Separator Z, Space_Separator Zs, Spacing_Mark Mc, Surrogate Cs, Symbol S, Titlecase_Letter Lt, " +
  "Unassigned Cn, Uppercase_Letter Lu, cntrl Cc, digit Nd, punct P";

const SCRIPTS =
  "Adlam Ahom Arabic Armenian Avestan Balinese Bamum Batak Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid " +
  "Carian Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cyrillic Deseret Devanagari Dogra " +
  "Duployan Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gurmukhi Han Hangul Hanunoo " +
  "Hatran Hebrew Hiragana Inherited Javanese Kaithi Kannada Katakana Kawi Kharoshthi Khmer Khojki Khudawadi Lao " +
  "Latin Lepcha Limbu Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Medefaidrin Miao " +
  "Modi Mongolian Mro Multani Myanmar Nabataean Nandinagari Newa Nko Nushu Ogham Oriya Osage Osmanya Palmyrene " +
  "Phoenician Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham Sinhala Sogdian Soyombo Sundanese Syriac " +
  "Tagalog Tagbanwa Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai " +
  "Vithkuqi Wancho Yezidi Yi";

const CLASSES: ReadonlyMap<string, string> = new Map([
  ...SCRIPTS.split(" ").map((script) => [canonical(script), script] as const),
  ...CATEGORY_ALIASES.split(", ").map((pair) => {
    const [alias = "", category = ""] = pair.split(" ");
    return [canonical(alias), category] as const;
  }),
  ...CATEGORIES.split(" ").map((category) => [canonical(category), category] as const),
  ["Any", "Any"],
  ["Ascii", ASCII],
  ["Assigned", ASSIGNED],
]);

/** Returns the name of a class as the tables have it, or undefined if Go has no class with the name. */
export function unicodeClass(name: string): string | undefined {
  return CLASSES.get(canonical(name));
}

function canonical(name: string): string {
  const letters = name.replace(/[-_ ]/g, "");
  const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const [first = "", rest = ""] = [letters.slice(0, 1), letters.slice(1)];
  return first.replace(/[a-z]/, (letter) => letter.toUpperCase()) + lower(rest);
}
