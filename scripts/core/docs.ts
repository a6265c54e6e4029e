/** The pages of the documentation that messages name. Each is in the repository of the tool and in its package. */
export const PAGES = ["bundle.md", "policy.md", "releasing.md", "type-language.md"] as const;
export type Page = (typeof PAGES)[number];

/** The place of a page, as messages name it: from the root of the repository or of the package. */
export function pageLink(page: Page): string {
  return `docs/${page}`;
}
