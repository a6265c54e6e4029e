// Package verdicts asks the API server's own code for its verdicts on CRDs.
package verdicts

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
)

type documents = map[string]map[string][]json.RawMessage

var scheme = runtime.NewScheme()

func init() { install.Install(scheme) }

// TestVerdicts reads documents by what they are about and by name, each a new CRD, or an update with the old CRD second.
// It writes the errors for each of them in the same form.
func TestVerdicts(t *testing.T) {
	var input documents
	text, err := os.ReadFile(os.Getenv("CRD_CASES"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &input); err != nil {
		t.Fatal(err)
	}
	output := map[string]map[string][]string{}
	for about, cases := range input {
		output[about] = map[string][]string{}
		for name, document := range cases {
			output[about][name] = verdict(document)
		}
	}
	text, err = json.Marshal(output)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("CRD_VERDICTS"), text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func verdict(document []json.RawMessage) []string {
	strategy := customresourcedefinition.NewStrategy(scheme)
	ctx := request.WithNamespace(context.Background(), "")
	crd, err := decode(document[0], serializer.EnableStrict)
	if runtime.IsStrictDecodingError(err) {
		return []string{"(strict decoding)"}
	}
	if err != nil {
		return []string{"(decoding)"}
	}
	if len(document) == 1 {
		rest.FillObjectMetaSystemFields(crd)
		return messages(rest.BeforeCreate(strategy, ctx, crd))
	}
	old, err := decode(document[1])
	if err != nil {
		panic(err)
	}
	// What the API server sets in a stored object, and a client returns to it.
	old.UID, old.ResourceVersion, old.Generation = "1", "1", 1
	crd.UID, crd.ResourceVersion, crd.Generation = "1", "1", 1
	return messages(rest.BeforeUpdate(strategy, ctx, crd, old))
}

// decode returns a CRD of v1 with defaults. Clients send it to a path of v1, so other versions are errors.
func decode(text []byte, options ...serializer.CodecFactoryOptionsMutator) (*apiextensions.CustomResourceDefinition, error) {
	crd := &apiextensions.CustomResourceDefinition{}
	decoder := serializer.NewCodecFactory(scheme, options...).UniversalDecoder(apiextensions.SchemeGroupVersion)
	_, kind, err := decoder.Decode(text, nil, crd)
	if err == nil && kind.GroupVersion() != v1.SchemeGroupVersion {
		err = fmt.Errorf("unexpected version %s", kind.GroupVersion())
	}
	return crd, err
}

// messages returns each pair of a field and a type of error once.
func messages(err error) []string {
	if err == nil {
		return []string{}
	}
	status, isStatus := err.(errors.APIStatus)
	if !isStatus || status.Status().Details == nil {
		panic(err)
	}
	found := sets.New[string]()
	for _, cause := range status.Status().Details.Causes {
		found.Insert(cause.Field + ": " + strings.TrimPrefix(string(cause.Type), "FieldValue"))
	}
	return sets.List(found)
}
