/**
 * Rounds of `{ name: measured }`: A B C, then C B A, so that what drifts meets all alike. Each
 * measurement is repeated while others use the machine; a subject with a `pid` is no other.
 */
export const inRounds = async (subjects, { guard, rounds, measure }) => {
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const values = {};
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const pids = subject.pid === undefined ? [] : [subject.pid];
      values[subject.name] = await guard.quietly(async () => await measure(subject), pids);
    }
    measured.push(values);
  }
  return measured;
};
