import { Node, type TypeNode, type Symbol as TypeSymbol } from "../ts-morph.js";

/** Returns the symbol that a reference or an `extends` clause names, and follows imports. */
export function symbolOf(node: TypeNode): TypeSymbol | undefined {
  const symbol = referencedName(node)?.getSymbol();
  return symbol?.getAliasedSymbol() ?? symbol;
}

/** Returns the last name of `Name` or `v1.Name`, which identifies the declaration. */
function referencedName(node: TypeNode): Node | undefined {
  const name = Node.isTypeReference(node)
    ? node.getTypeName()
    : Node.isExpressionWithTypeArguments(node)
      ? node.getExpression()
      : undefined;
  if (Node.isQualifiedName(name)) return name.getRight();
  return Node.isPropertyAccessExpression(name) ? name.getNameNode() : name;
}

/** Returns the arguments of a reference to a type of TypeScript's library, or undefined for any other type. */
export function libraryArguments(node: TypeNode, name: string): TypeNode[] | undefined {
  if (!Node.isTypeReference(node) && !Node.isExpressionWithTypeArguments(node)) return undefined;
  if (referencedName(node)?.getText() !== name) return undefined;
  const declarations = symbolOf(node)?.getDeclarations() ?? [];
  const isLibrary = declarations.length > 0 && declarations.every((at) => at.getSourceFile().isDeclarationFile());
  return isLibrary ? node.getTypeArguments() : undefined;
}
