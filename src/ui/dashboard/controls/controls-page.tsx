import type { VNode } from 'preact';
import { ClockSection } from './clock-section.tsx';
import { FaultSection } from './fault-section.tsx';
import { PackSection } from './pack-section.tsx';
import { ResetSection } from './reset-section.tsx';
import { TriggerSection } from './trigger-section.tsx';

/** Everything that can be switched on, moved, granted or sent by hand. */
export const ControlsPage = (): VNode => (
  <div class="controls">
    <h1>Controls</h1>
    <TriggerSection />
    <FaultSection />
    <ClockSection />
    <PackSection />
    <ResetSection />
  </div>
);
