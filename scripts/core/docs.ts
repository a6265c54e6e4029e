/** The pages to which messages refer. Each is in the repository of the tool and in its package. */
export const PAGES = ["bundle.md", "policy.md", "releasing.md", "type-language.md", "undo.md", "waive.md"] as const;
export type Page = (typeof PAGES)[number];

/** Returns the path of a page in messages, relative to the root of the repository or of the package. */
export function pageLink(page: Page): string {
  return `docs/${page}`;
}
