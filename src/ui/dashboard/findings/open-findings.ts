import { computed } from '@preact/signals';
import { store } from '../../parts/store.ts';

const none = [] as const;

/** What is wrong with the agent and nobody has muted: what the dashboard counts. The gravest first. */
export const openFindings = computed(
  () => store.findings.value?.findings.filter(({ muted }) => muted === undefined) ?? none,
);
