/** Most that all match conditions of a policy can cost. Source: k8s.io/apiserver, pkg/apis/cel/config.go. */
export const CONDITIONS_LIMIT = 2_500_000;
