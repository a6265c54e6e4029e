// Types that embed types of Kubernetes, in the shape of Argo Rollouts and of cert-manager. controller-gen prints the CRDs
// next to this file; types.ts declares the same types in the type language.
// +groupName=example.dev
// +kubebuilder:object:generate=true
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Rollout struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RolloutSpec   `json:"spec"`
	Status            RolloutStatus `json:"status,omitempty"`
}

type RolloutSpec struct {
	Replicas *int32                 `json:"replicas,omitempty"`
	Selector *metav1.LabelSelector  `json:"selector,omitempty"`
	Template corev1.PodTemplateSpec `json:"template,omitempty"`
	Canary   *CanaryStrategy        `json:"canary,omitempty"`
}

type CanaryStrategy struct {
	MaxSurge       *intstr.IntOrString         `json:"maxSurge,omitempty"`
	MaxUnavailable *intstr.IntOrString         `json:"maxUnavailable,omitempty"`
	Service        *corev1.ServiceSpec         `json:"service,omitempty"`
	Analysis       []corev1.EnvVar             `json:"analysis,omitempty"`
	Resources      corev1.ResourceRequirements `json:"resources,omitempty"`
}

type RolloutStatus struct {
	Conditions []metav1.Condition      `json:"conditions,omitempty"`
	Workload   *corev1.ObjectReference `json:"workload,omitempty"`
}

// +kubebuilder:object:root=true
type Issuer struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              IssuerSpec `json:"spec"`
}

type IssuerSpec struct {
	Token       corev1.SecretKeySelector     `json:"token"`
	ClientID    *corev1.SecretKeySelector    `json:"clientID,omitempty"`
	CA          *corev1.SecretReference      `json:"ca,omitempty"`
	Bundle      *corev1.ConfigMapKeySelector `json:"bundle,omitempty"`
	PodTemplate *SolverPodTemplate           `json:"podTemplate,omitempty"`
}

type SolverPodTemplate struct {
	NodeSelector       map[string]string             `json:"nodeSelector,omitempty"`
	Affinity           *corev1.Affinity              `json:"affinity,omitempty"`
	Tolerations        []corev1.Toleration           `json:"tolerations,omitempty"`
	PriorityClassName  string                        `json:"priorityClassName,omitempty"`
	ServiceAccountName string                        `json:"serviceAccountName,omitempty"`
	ImagePullSecrets   []corev1.LocalObjectReference `json:"imagePullSecrets,omitempty"`
	SecurityContext    *corev1.PodSecurityContext    `json:"securityContext,omitempty"`
	Resources          corev1.ResourceList           `json:"resources,omitempty"`
}
