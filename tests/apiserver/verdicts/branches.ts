/** Finds the branches of Go code that append an error of the API server, with their coverage. */

export interface ErrorBranch {
  /** Path below `pkg` and line, such as `apiserver/schema/complete.go:47`. */
  readonly place: string;
  /** Name of the function. */
  readonly name: string;
  /** Line of code. */
  readonly code: string;
  readonly isReached: boolean;
}

/** A block of statements in a coverage profile. */
interface Block {
  readonly start: Position;
  readonly end: Position;
  readonly isReached: boolean;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

const ENTRY = /^(\S+):(\d+)\.(\d+),(\d+)\.(\d+) \d+ (\d+)$/gm;
const FUNCTION = /^func (?:\([^)]*\) )?(\w+)/;
/** Constructors of `field.Error`, and errors of compiled expressions. */
const ERROR =
  /\bfield\.(Invalid|TypeInvalid|Required|Forbidden|NotSupported|Duplicate|TooLong|TooMany|InternalError|NotFound)\(|&(apiservercel\.|cel\.)?Error\{/;

/** Returns the branches in all files of a coverage profile. `read` returns the source of a file. */
export function errorBranches(profile: string, read: (file: string) => string): ErrorBranch[] {
  const blocks = blocksIn(profile);
  return [...blocks.keys()].sort().flatMap((file) => branchesIn(file, read(file), blocks.get(file) ?? []));
}

function blocksIn(profile: string): Map<string, Block[]> {
  const blocks = new Map<string, Block[]>();
  for (const [, file = "", ...numbers] of profile.matchAll(ENTRY)) {
    const [startLine = 0, startColumn = 0, endLine = 0, endColumn = 0, count = 0] = numbers.map(Number);
    const block = {
      start: { line: startLine, column: startColumn },
      end: { line: endLine, column: endColumn },
      isReached: count > 0,
    };
    blocks.set(file, [...(blocks.get(file) ?? []), block]);
  }
  return blocks;
}

function branchesIn(file: string, source: string, blocks: readonly Block[]): ErrorBranch[] {
  let name = "";
  return source.split("\n").flatMap((text, index) => {
    name = FUNCTION.exec(text)?.[1] ?? name;
    const found = ERROR.exec(text);
    const block = found && innermost(blocks, { line: index + 1, column: found.index + 1 });
    if (!block) return [];
    const place = `${file.slice(file.indexOf("/pkg/") + "/pkg/".length)}:${index + 1}`;
    return [{ place, name, code: text.trim(), isReached: block.isReached }];
  });
}

/** Returns the block that contains a position and starts last. Blocks are in the order of the file. */
function innermost(blocks: readonly Block[], position: Position): Block | undefined {
  return blocks.filter(({ start, end }) => isUpTo(start, position) && isUpTo(position, end)).at(-1);
}

function isUpTo(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column <= b.column);
}
