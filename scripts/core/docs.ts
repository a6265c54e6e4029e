/** The pages to which messages refer. Each is in the repository of the tool and in its package. */
export const PAGES = [
  "bundle.md",
  "consumers.md",
  "converting.md",
  "policy.md",
  "releasing.md",
  "start.md",
  "type-language.md",
  "undo.md",
  "upgrading.md",
  "waive.md",
] as const;
export type Page = (typeof PAGES)[number];

const INSTALLED = "node_modules/crd-bundle/";
/** The directory of the package as its users see it. A checkout of the tool has the pages in its root. */
const PACKAGE = import.meta.url.includes(`/${INSTALLED}`) ? INSTALLED : "";

/** Returns the path of a page in messages, relative to the root of the project that uses the tool. */
export function pageLink(page: Page): string {
  return `${PACKAGE}docs/${page}`;
}
