/**
 * Recognizes the declarations, imports and exports that consist of nothing but what a proof looks at. TypeScript's parser
 * accepts far more, for which its checker has errors: initializers in types, `implements` of interfaces, commas after the
 * last argument. So each token of a file must have a place in the grammar below.
 */

import { tokensOf } from "../tokens.js";
import { SyntaxKind } from "../ts-morph.js";

/** Reports whether a text without syntax errors has this grammar. */
export function isSimple(text: string): boolean {
  return !UNUSUAL_TEXT.test(text) && new Grammar(text).matchesFile();
}

/** Comments that the compiler obeys, and escapes in strings that it rejects in strict code. */
const UNUSUAL_TEXT = /\/\/\/|@jsx|\\\d/;

/** Names that the compiler does not accept for types, or not in all places. */
const UNUSUAL_NAMES: ReadonlySet<string> = new Set(
  "Promise Object Reflect require exports globalThis eval arguments undefined default".split(" "),
);

/** Escapes could hide such a name. */
function isUnusual(name: string): boolean {
  return UNUSUAL_NAMES.has(name) || name.includes("\\");
}

/** Numbers that strict code accepts: no octal ones, for example. */
const NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

const LITERALS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NullKeyword,
  SyntaxKind.TrueKeyword,
  SyntaxKind.FalseKeyword,
  SyntaxKind.StringKeyword,
  SyntaxKind.NumberKeyword,
  SyntaxKind.BooleanKeyword,
  SyntaxKind.UnknownKeyword,
]);

interface Lexeme {
  readonly kind: SyntaxKind;
  readonly text: string;
}

/** Limits the nesting of type arguments. With some sixty, the compiler gives up. */
const MOST_ARGUMENTS = 10;

/** Follows the tokens of a text. Each method takes the tokens of a part, and returns whether they are one. */
class Grammar {
  readonly #tokens: readonly Lexeme[];
  #at = 0;
  /** The number of lists of type arguments around the next token. */
  #arguments = 0;

  constructor(text: string) {
    this.#tokens = [...tokensOf(text)]
      .filter(({ kind }) => kind > SyntaxKind.LastTriviaToken)
      .map(({ kind, start, end }) => ({ kind, text: text.slice(start, end) }));
  }

  matchesFile(): boolean {
    while (this.#at < this.#tokens.length) {
      if (!this.#statement()) return false;
    }
    return true;
  }

  #statement(): boolean {
    if (this.#takes("import")) return this.#import();
    if (!this.#takes("export")) return this.#declaration();
    if (this.#takes("*")) return this.#takes("from") && this.#specifier() && this.#end();
    return this.#isNext("{") || this.#isNext("type", "{") ? this.#export() : this.#declaration();
  }

  #import(): boolean {
    const isType = this.#takes("type");
    const isNamed = this.#takes("*") ? this.#takes("as") && this.#name() : this.#names(isType);
    return isNamed && this.#takes("from") && this.#specifier() && this.#end();
  }

  #export(): boolean {
    return this.#names(this.#takes("type")) && (!this.#takes("from") || this.#specifier()) && this.#end();
  }

  /** The names of an import or an export, in braces. Only one of the statement and its names can be marked as types. */
  #names(areTypes: boolean): boolean {
    return this.#takes("{") && this.#list("}", () => (areTypes || this.#mayTake("type")) && this.#renamed());
  }

  #renamed(): boolean {
    return this.#name() && (!this.#takes("as") || this.#name());
  }

  /** The compiler rejects a specifier that ends like a source in some places. */
  #specifier(): boolean {
    const next = this.#peek();
    return next?.kind === SyntaxKind.StringLiteral && !/\.[cm]?tsx?.$/.test(next.text) && this.#skip();
  }

  #declaration(): boolean {
    if (this.#takes("interface")) return this.#name() && this.#parameters() && this.#base() && this.#members();
    if (this.#takes("type"))
      return this.#name() && this.#parameters() && this.#takes("=") && this.#type() && this.#end();
    return this.#takes("enum") && this.#name() && this.#takes("{") && this.#list("}", () => this.#enumMember());
  }

  #enumMember(): boolean {
    const isNumber = this.#isNext("NaN") || this.#isNext("Infinity");
    return !isNumber && this.#name() && this.#takes("=") && this.#takesKind(SyntaxKind.StringLiteral);
  }

  #parameters(): boolean {
    return !this.#takes("<") || this.#listWithoutEnd(">", () => this.#parameter());
  }

  #parameter(): boolean {
    return this.#name() && (!this.#takes("extends") || this.#type()) && (!this.#takes("=") || this.#type());
  }

  #base(): boolean {
    return !this.#takes("extends") || this.#reference();
  }

  #members(): boolean {
    if (!this.#takes("{")) return false;
    while (!this.#takes("}")) {
      const isMember = this.#member() && (this.#takes(";") || this.#mayTake(","));
      if (!isMember) return false;
    }
    return true;
  }

  #member(): boolean {
    const isName = this.#isNext("readonly", ":") || this.#isNext("readonly", "?");
    if (!isName && this.#mayTake("readonly") && this.#takes("[")) return this.#index();
    return this.#propertyName() && this.#mayTake("?") && this.#annotation();
  }

  #index(): boolean {
    return this.#name() && this.#takes(":") && this.#takes("string") && this.#takes("]") && this.#annotation();
  }

  /** Any word or a string. */
  #propertyName(): boolean {
    const kind = this.#peek()?.kind ?? SyntaxKind.Unknown;
    return (kind >= SyntaxKind.Identifier || kind === SyntaxKind.StringLiteral) && this.#skip();
  }

  #annotation(): boolean {
    return this.#takes(":") && this.#type();
  }

  /** A type: a union of intersections. */
  #type(): boolean {
    return this.#mayTake("|") && this.#several("|", () => this.#intersection());
  }

  #intersection(): boolean {
    return this.#mayTake("&") && this.#several("&", () => this.#array());
  }

  #array(): boolean {
    const isReadonly = this.#takes("readonly");
    if (!this.#single()) return false;
    let isArray = false;
    while (this.#isNext("[", "]")) isArray = this.#takes("[") && this.#takes("]");
    return isArray || !isReadonly;
  }

  #single(): boolean {
    const next = this.#peek();
    if (!next) return false;
    if (LITERALS.has(next.kind)) return this.#skip();
    if (this.#takes("(")) return this.#type() && this.#takes(")");
    if (this.#isNext("{")) return this.#members();
    return next.kind === SyntaxKind.Identifier ? this.#reference() : this.#mayTake("-") && this.#number();
  }

  #number(): boolean {
    const next = this.#peek();
    return next?.kind === SyntaxKind.NumericLiteral && NUMBER.test(next.text) && this.#skip();
  }

  #reference(): boolean {
    if (!this.#name() || (this.#takes(".") && !this.#name())) return false;
    if (!this.#takes("<")) return true;
    this.#arguments++;
    const areTypes = this.#arguments < MOST_ARGUMENTS && this.#listWithoutEnd(">", () => this.#type());
    this.#arguments--;
    return areTypes;
  }

  /** A list in which a comma can follow the last item. */
  #list(end: string, item: () => boolean): boolean {
    while (!this.#takes(end)) {
      if (!item() || !(this.#takes(",") || this.#isNext(end))) return false;
    }
    return true;
  }

  /** A list of at least one item, in which none can. */
  #listWithoutEnd(end: string, item: () => boolean): boolean {
    return this.#several(",", item) && this.#takes(end);
  }

  /** One or more items with a token between them. */
  #several(between: string, item: () => boolean): boolean {
    do {
      if (!item()) return false;
    } while (this.#takes(between));
    return true;
  }

  /** The name of a type, a type parameter, or a namespace, but not a keyword. */
  #name(): boolean {
    const next = this.#peek();
    return next?.kind === SyntaxKind.Identifier && !isUnusual(next.text) && this.#skip();
  }

  #end(): boolean {
    return this.#mayTake(";");
  }

  /** Takes a token if it is the next one. Always returns true. */
  #mayTake(text: string): true {
    if (this.#isNext(text)) this.#skip();
    return true;
  }

  #takesKind(kind: SyntaxKind): boolean {
    return this.#peek()?.kind === kind && this.#skip();
  }

  #takes(text: string): boolean {
    return this.#isNext(text) && this.#skip();
  }

  #isNext(...texts: readonly string[]): boolean {
    return texts.every((text, index) => this.#peek(index)?.text === text);
  }

  #peek(ahead = 0): Lexeme | undefined {
    return this.#tokens[this.#at + ahead];
  }

  #skip(): true {
    this.#at++;
    return true;
  }
}
