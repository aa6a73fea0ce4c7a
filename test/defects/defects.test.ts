import { testDefects } from './defect-tests.ts';

testDefects('its own scenarios');
