import { Node, type TypeNode, type Symbol as TypeSymbol } from "ts-morph";

/** What a reference (or what stands behind `extends`) names, seen through imports. */
export function symbolOf(node: TypeNode): TypeSymbol | undefined {
  const symbol = referencedName(node)?.getSymbol();
  return symbol?.getAliasedSymbol() ?? symbol;
}

/** The last name of `Name`, `v1.Name`: the one that says which declaration is meant. */
function referencedName(node: TypeNode): Node | undefined {
  const name = Node.isTypeReference(node)
    ? node.getTypeName()
    : Node.isExpressionWithTypeArguments(node)
      ? node.getExpression()
      : undefined;
  if (Node.isQualifiedName(name)) return name.getRight();
  return Node.isPropertyAccessExpression(name) ? name.getNameNode() : name;
}

/** The type arguments of a reference to a type of TypeScript's own library, or undefined where it is none. */
export function libraryArguments(node: TypeNode, name: string): TypeNode[] | undefined {
  if (!Node.isTypeReference(node) && !Node.isExpressionWithTypeArguments(node)) return undefined;
  if (referencedName(node)?.getText() !== name) return undefined;
  const declarations = symbolOf(node)?.getDeclarations() ?? [];
  const isLibrary = declarations.length > 0 && declarations.every((at) => at.getSourceFile().isDeclarationFile());
  return isLibrary ? node.getTypeArguments() : undefined;
}
