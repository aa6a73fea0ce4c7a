import { testDefects } from './defect-tests.ts';

testDefects('the whole suite');
