// Prints the schemas that controller-gen derives from Go types, by package and type, as JSON. Schemas refer to each
// other, as the types do. The arguments are the path of a package and names of its types.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	gopackages "golang.org/x/tools/go/packages"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

func main() {
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(path string, types []string) error {
	registry := &markers.Registry{}
	if err := crdmarkers.Register(registry); err != nil {
		return err
	}
	parser := &crd.Parser{
		Collector:                  &markers.Collector{Registry: registry},
		Checker:                    &loader.TypeChecker{NodeFilters: []loader.NodeFilter{crd.Generator{}.CheckFilter()}},
		GenerateEmbeddedObjectMeta: true,
	}
	crd.AddKnownTypes(parser)
	packages, err := loader.LoadRoots(path)
	if err != nil {
		return err
	}
	for _, name := range types {
		parser.NeedSchemaFor(crd.TypeIdent{Package: packages[0], Name: name})
	}
	// Like controller-gen, which checks only the types that it needs.
	if loader.PrintErrors(packages, gopackages.TypeError) {
		return fmt.Errorf("%s cannot be read", path)
	}
	schemas := map[string]map[string]apiextensionsv1.JSONSchemaProps{}
	for ident, schema := range parser.Schemata {
		inPackage, ok := schemas[ident.Package.PkgPath]
		if !ok {
			inPackage = map[string]apiextensionsv1.JSONSchemaProps{}
			schemas[ident.Package.PkgPath] = inPackage
		}
		inPackage[ident.Name] = schema
	}
	return json.NewEncoder(os.Stdout).Encode(schemas)
}
