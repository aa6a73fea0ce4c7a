<?php
// Where the interface document leaves a choice, CHOICES says which one this agent takes.
declare(strict_types=1);

const KNOWN_CHOICES = [
    'refuses-below-zero',      // any makeBet, also of bet 0, while the balance is below the bet
    'clamps-nothing',          // the default, by name: a spent win's rollback may go below zero
    'refuses-spent-rollback',  // ... or is refused with insufficient_balance
    'rate-50',                 // 429 above so many calls in a second
    'rate-200',
    'house-limit-100',         // no bet above so much
    'house-limit-1000000',
    'status-500',              // the HTTP status of business errors; else one by the code
    'status-200',
    'opens-accounts',          // an unknown player gets an account with 0
    'not-found-rollback',      // an unknown rollback is an error
    'late-bet-refused',        // a makeBet after its own rollback moves nothing
    'slow-120',                // so many ms a call, one call of a player at a time
    'slow-300',
    'two-writes',              // headers and body in two writes, Nagle on (nginx.conf)
    'sub-cent',                // keeps amounts finer than a cent
    'sessions',                // knows only sessions opened by its own POST /launch
    'starts-at-0',
    'starts-below-zero',       // player-1 begins with -6.00
    'long-ids-refused',        // ids above 64 characters
    'players-any-case',        // player ids in any case are one player
    'connection-close',        // one answer a connection (nginx.conf)
    'global-lock',             // one call at a time, whoever the player
];
const ONE_OF = [
    ['clamps-nothing', 'refuses-spent-rollback'],
    ['rate-50', 'rate-200'],
    ['house-limit-100', 'house-limit-1000000'],
    ['status-500', 'status-200'],
    ['slow-120', 'slow-300'],
];

function takes(string $choice): bool
{
    return in_array($choice, chosen(), true);
}

/** 100 for the prefix "house-limit" where house-limit-100 is taken; null where none is. */
function choiceNumber(string $prefix): ?int
{
    foreach (chosen() as $choice) {
        if (preg_match('/^' . $prefix . '-(\d+)$/', $choice, $found)) {
            return (int) $found[1];
        }
    }
    return null;
}

/** What is wrong with CHOICES, or null. */
function choiceError(): ?string
{
    $unknown = array_diff(chosen(), KNOWN_CHOICES);
    if ($unknown) {
        return 'CHOICES: unknown: ' . implode(', ', $unknown);
    }
    foreach (ONE_OF as $group) {
        if (count(array_intersect($group, chosen())) > 1) {
            return 'CHOICES: only one of ' . implode(', ', $group);
        }
    }
    return null;
}

/** @return list<string> */
function chosen(): array
{
    $names = array_map('trim', explode(',', (string) getenv('CHOICES')));
    return array_values(array_filter($names, fn (string $name) => $name !== ''));
}
