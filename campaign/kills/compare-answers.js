/** What was answered longer ago than this is in the journal, whatever ends the process. */
const promisedMs = 50;

/**
 * What is missing of a round, as `{ fault, machine, young, oldest }`: rows that the promise covers;
 * those that are as young as the machine itself was late (`controlMs`); those too young for it.
 * `answered`: request_id and when its answer was whole, milliseconds. `endedAt`: on the same clock.
 * `promised`: false where the process was asked to end, which may cost nothing.
 */
export const compareAnswers = ({ answered, kept, endedAt, controlMs, isKilled }) => {
  const missing = answered.filter(({ id }) => !kept.has(id)).map(({ at }) => endedAt - at);
  const young = isKilled ? missing.filter((age) => age <= promisedMs) : [];
  const ofMachine = isKilled ? missing.filter((age) => age > promisedMs && age <= promisedMs + controlMs) : [];
  const fault = missing.filter((age) => !young.includes(age) && !ofMachine.includes(age));
  return {
    ...{ fault: fault.length, machine: ofMachine.length, young: young.length },
    oldest: Math.max(0, ...missing),
  };
};
