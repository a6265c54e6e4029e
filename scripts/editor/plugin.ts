/**
 * The plugin for tsserver. It adds to the answers of TypeScript. tsserver must survive everything, so an error leaves
 * the answer as it is.
 */
import type { ts } from "../language/read/ts-morph.js";
import { detailsOf, withCompletions } from "./completions.js";
import { withDiagnostics } from "./diagnostics.js";
import { quickInfoOf } from "./hover.js";
import { OpenProjects } from "./open-projects.js";
import type { TypeScript } from "./typescript.js";

/** The projects of tsserver that have the plugin. tsserver adds it again each time it reads tsconfig.json. */
const decorated = new WeakSet<ts.server.Project>();

/** Returns the plugin for a server. */
export function init({ typescript }: { readonly typescript: TypeScript }): ts.server.PluginModule {
  return {
    create(info) {
      if (decorated.has(info.project)) return info.languageService;
      decorated.add(info.project);
      return decorate(info, typescript);
    },
  };
}

function decorate(info: ts.server.PluginCreateInfo, typescript: TypeScript): ts.LanguageService {
  const { languageService: inner, project } = info;
  const { logger } = project.projectService;
  const projects = new OpenProjects(info);
  const changing = <Answer>(answer: Answer, change: () => Answer): Answer => {
    try {
      return change();
    } catch (error) {
      logger.info(`crd-bundle: ${error instanceof Error ? error.stack : error}`);
      return answer;
    }
  };
  return {
    ...inner,
    dispose() {
      projects.close();
      inner.dispose();
    },
    getSemanticDiagnostics(file) {
      const found = inner.getSemanticDiagnostics(file);
      return changing(found, () => {
        const source = inner.getProgram()?.getSourceFile(file);
        return source
          ? withDiagnostics(found, projects.sourceAt(file)?.diagnostics() ?? [], source, typescript)
          : found;
      });
    },
    getCompletionsAtPosition(file, position, ...options) {
      const found = inner.getCompletionsAtPosition(file, position, ...options);
      return changing(found, () => {
        return withCompletions(found, projects.sourceAt(file)?.completionsAt(position) ?? [], typescript);
      });
    },
    getCompletionEntryDetails(file, position, name, ...options) {
      const own = changing(undefined, () => {
        return detailsOf(name, projects.sourceAt(file)?.completionsAt(position) ?? [], typescript);
      });
      return own ?? inner.getCompletionEntryDetails(file, position, name, ...options);
    },
    getQuickInfoAtPosition(file, position, ...options) {
      const own = changing(undefined, () => quickInfoOf(projects.sourceAt(file)?.hoverAt(position), typescript));
      return own ?? inner.getQuickInfoAtPosition(file, position, ...options);
    },
  };
}
