import { describe, expect, it } from '@jest/globals';
import { chooseColourLevel } from '../../src/report/choose-colour-level.ts';

describe('chooseColourLevel', () => {
  it('takes what the terminal can show', () => {
    expect(chooseColourLevel({ wanted: true, environment: {}, detected: 2 })).toBe(2);
  });

  it('is none with --no-color', () => {
    expect(chooseColourLevel({ wanted: false, environment: {}, detected: 2 })).toBe(0);
  });

  it('is none where NO_COLOR is set, whatever it says', () => {
    const environment = { NO_COLOR: '0' };
    expect(chooseColourLevel({ wanted: true, environment, detected: 3 })).toBe(0);
  });

  it('takes an empty NO_COLOR for none', () => {
    const environment = { NO_COLOR: '' };
    expect(chooseColourLevel({ wanted: true, environment, detected: 1 })).toBe(1);
  });
});
