// Package rules asks the API server's own code which objects are valid under schemas with validation rules.
package rules

import (
	"context"
	"os"
	"testing"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/json"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

type cases struct {
	Objects [][]any `json:"objects"`
	// Pairs refer to a list of objects by its index.
	Pairs []struct {
		Objects int                  `json:"objects"`
		Schemas []v1.JSONSchemaProps `json:"schemas"`
	} `json:"pairs"`
}

// TestRules writes, for each schema of each pair, a string with a 1 for each object that is valid, and a 0 for others.
func TestRules(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("RULE_CASES"))
	if err != nil {
		t.Fatal(err)
	}
	var input cases
	if err := json.Unmarshal(text, &input); err != nil {
		t.Fatal(err)
	}
	output := [][]string{}
	for _, pair := range input.Pairs {
		results := []string{}
		for _, props := range pair.Schemas {
			results = append(results, verdicts(t, &props, input.Objects[pair.Objects]))
		}
		output = append(output, results)
	}
	text, err = json.Marshal(output)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(os.Getenv("RULE_VERDICTS"), text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func verdicts(t *testing.T, props *v1.JSONSchemaProps, objects []any) string {
	internal := &apiextensions.JSONSchemaProps{}
	if err := v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(props, internal, nil); err != nil {
		t.Fatal(err)
	}
	structural, err := schema.NewStructural(internal)
	if err != nil {
		t.Fatal(err)
	}
	validator, _, err := validation.NewSchemaValidator(internal)
	if err != nil {
		t.Fatal(err)
	}
	rules := cel.NewValidator(structural, false, celconfig.PerCallLimit)
	found := make([]byte, 0, len(objects))
	for _, sent := range objects {
		object := runtime.DeepCopyJSONValue(sent)
		pruning.Prune(object, structural, false)
		defaulting.Default(object, structural)
		errs := validation.ValidateCustomResource(nil, object, validator)
		if len(errs) == 0 {
			errs, _ = rules.Validate(context.Background(), nil, structural, object, nil, celconfig.RuntimeCELCostBudget)
		}
		if len(errs) == 0 {
			found = append(found, '1')
		} else {
			found = append(found, '0')
		}
	}
	return string(found)
}
