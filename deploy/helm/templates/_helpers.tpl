{{- define "name" -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "meta" -}}
name: {{ include "name" .root }}-{{ .part }}
labels:
  {{- include "labels" .root | nindent 2 }}
  app.kubernetes.io/component: {{ .part }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "selector" -}}
matchLabels:
  {{- include "labels" .root | nindent 2 }}
  app.kubernetes.io/component: {{ .part }}
{{- end }}

{{/* .root, .part, .containers (as "container" takes them), .data: the volume of DATA_DIR, .editions: whether a shared claim is mounted */}}
{{- define "podTemplate" -}}
metadata:
  labels:
    {{- include "labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .part }}
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 60
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  # The user `node` of the image, whose group may write to the volumes.
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        {{- include "selector" (dict "root" .root "part" .part) | nindent 8 }}
  containers:
    {{- range .containers }}
    - {{ include "container" . | nindent 6 | trim }}
    {{- end }}
  volumes:
    - name: data
      {{- toYaml .data | nindent 6 }}
    - { name: tmp, emptyDir: {} }
    {{- if and .root.Values.editions.existingClaim .editions }}
    - name: editions
      persistentVolumeClaim: { claimName: {{ .root.Values.editions.existingClaim }} }
    {{- end }}
    {{- with .root.Values.statementKeySecretName }}
    - name: statement-key
      secret: { secretName: {{ . }}, defaultMode: 288 } # 0440, which parsers of YAML read differently
    {{- end }}
{{- end }}

{{/* .root, .name, .args, .settings of this one alone, .ports by name, .probes as text, .resources, .editions as above */}}
{{- define "container" -}}
{{- $values := .root.Values }}
{{- /* Probes and Prometheus ask from outside of the pod; the network policies say who may. */}}
{{- $told := dict "METRICS_HOST" "0.0.0.0" "METRICS_PORT" (.metricsPort | default $values.metrics.port) }}
{{- $addresses := dict }}
{{- if $values.ingress.enabled }}
{{- $_ := set $addresses "PUBLIC_URL" (printf "https://%s" $values.ingress.host) }}
{{- if $values.ingress.console.enabled }}
{{- $_ := set $addresses "CONSOLE_URL" (printf "https://%s" $values.ingress.console.host) }}
{{- end }}
{{- end }}
{{- $settings := merge (dict "DATA_DIR" "/data") $told (.settings | default dict) $values.settings $addresses (dict "DRAIN_SECONDS" 5) }}
{{- if $values.statementKeySecretName }}
{{- $settings = merge (dict "STATEMENT_KEY_FILE" "/statement-key/statement-key.pem") $settings }}
{{- end }}
name: {{ .name }}
image: "{{ $values.image.repository }}{{ with $values.image.digest }}@{{ . }}{{ else }}:{{ $values.image.tag | default .root.Chart.AppVersion }}{{ end }}"
imagePullPolicy: {{ $values.image.pullPolicy }}
args: {{ toJson .args }}
env:
  {{- range $setting := keys $settings | sortAlpha }}
  {{- /* Not by toString: it makes 1e+06 of a million. */}}
  {{- $value := get $settings $setting }}
  - { name: {{ $setting }}, value: {{ ternary $value (toJson $value) (kindIs "string" $value) | quote }} }
  {{- end }}
{{- with $values.secretName }}
envFrom:
  - secretRef: { name: {{ . }} }
{{- end }}
ports:
  {{- range $name, $port := .ports | default (dict "metrics" $values.metrics.port) }}
  - { name: {{ $name }}, containerPort: {{ $port }} }
  {{- end }}
{{- with .probes }}
{{ . }}
{{- end }}
resources:
  {{- toYaml .resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  {{- if and .editions $values.editions.existingClaim }}
  - { name: editions, mountPath: /data/editions }
  {{- end }}
  {{- if $values.statementKeySecretName }}
  - { name: statement-key, mountPath: /statement-key, readOnly: true }
  {{- end }}
{{- end }}

{{/* .port: which of its ports tells how it is. A start may rebuild read models; /readyz says 503 for DRAIN_SECONDS before it ends. */}}
{{- define "probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: {{ .port }} }
  periodSeconds: 5
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: {{ .port }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: {{ .port }} }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}

{{- define "claimSpec" -}}
accessModes: [ReadWriteOnce]
resources:
  requests: { storage: {{ .size }} }
{{- with .storageClass }}
storageClassName: {{ . }}
{{- end }}
{{- end }}
