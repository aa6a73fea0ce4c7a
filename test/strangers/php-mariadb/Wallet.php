<?php
// The three operations of section 6, each within one database transaction.
declare(strict_types=1);

final class Wallet
{
    private const LONGEST_PLAYER_ID = 255;
    private const CURRENCIES = ['USD', 'EUR'];
    private const QUEUE_TIMEOUT_S = '60';

    public function __construct(private readonly Database $database, private readonly Sessions $sessions)
    {
    }

    /** The balance after the call. */
    public function answer(Call $call): string
    {
        return $this->inTurn($call, fn () => match ($call->type) {
            'getBalance' => $this->getBalance($call),
            'makeBet' => $this->makeBet($call),
            'rollback' => $this->rollback($call),
        });
    }

    private function getBalance(Call $call): string
    {
        $this->admit($call);
        return $this->balance($call);
    }

    private function makeBet(Call $call): string
    {
        $this->admit($call);
        return $this->database->transaction(function () use ($call) {
            $balance = $this->lockedBalance($call);
            // section 6: the look-up comes before the check of the balance
            if ($this->isProcessed($call) || $this->wasRolledBackEarly($call)) {
                return $balance;
            }
            $this->checkBet($balance, $call->bet);
            // false where the same id was stored a moment ago for another account
            return $this->store($call) ? $this->move($call, $balance, $call->win, $call->bet) : $balance;
        });
    }

    private function rollback(Call $call): string
    {
        $this->admit($call);
        $balance = $this->database->transaction(fn () => $this->rollBackStored($call));
        if ($balance === null && takes('not-found-rollback')) {
            throw new Refusal('transaction_not_found', 'no such transaction of this player');
        }
        return $balance ?? $this->balance($call);
    }

    /** The new balance; null for a transaction that this account does not have. */
    private function rollBackStored(Call $call): ?string
    {
        $balance = $this->lockedBalance($call);
        $stored = $this->stored($call);
        if ($stored === null) {
            $this->keepEarlyRollback($call);
            return null;
        }
        if ($stored['rolled_back']) {
            return $balance;
        }
        $this->checkSpent($balance, $stored['bet'], $stored['win']);
        $this->markRolledBack($call);
        return $this->move($call, $balance, $stored['bet'], $stored['win']);
    }

    /** The player and the session must be known. */
    private function admit(Call $call): void
    {
        $player = $this->database->row('SELECT 1 FROM accounts WHERE player_id = ? LIMIT 1', $call->playerId);
        if ($player === null && !$this->openAccount($call)) {
            throw new Refusal('player_not_found', 'no such player');
        }
        if (takes('sessions')) {
            $this->sessions->check($call);
        }
    }

    private function inTurn(Call $call, Closure $work): string
    {
        $delayMs = choiceNumber('slow');
        if ($delayMs === null && !takes('global-lock')) {
            return $work();
        }
        // a lock by name is the session's, not the transaction's: it ends after the commit
        $name = takes('global-lock') ? 'everybody' : hash('sha256', $call->playerId);
        $lock = $this->database->row('SELECT GET_LOCK(?, ?) AS taken', $name, self::QUEUE_TIMEOUT_S);
        if (($lock['taken'] ?? 0) !== 1) {
            throw new Refusal('internal_error', 'the queue of the player is too long');
        }
        try {
            usleep(1000 * ($delayMs ?? 0));
            return $work();
        } finally {
            $this->database->row('SELECT RELEASE_LOCK(?)', $name);
        }
    }

    private function openAccount(Call $call): bool
    {
        $fits = iconv_strlen($call->playerId, 'UTF-8') <= self::LONGEST_PLAYER_ID;
        if (!takes('opens-accounts') || !$fits || !in_array($call->currency, self::CURRENCIES, true)) {
            return false;
        }
        // another call may have opened it a moment ago, which is as good
        $this->database->insert('INSERT INTO accounts VALUES (?, ?, 0)', $call->playerId, $call->currency);
        return true;
    }

    private function lockedBalance(Call $call): string
    {
        // Every change of an account begins here: what follows sees all that was committed before.
        return $this->balance($call, 'FOR UPDATE');
    }

    private function balance(Call $call, string $locking = ''): string
    {
        $account = $this->database->row(
            "SELECT balance FROM accounts WHERE player_id = ? AND currency = ? $locking",
            $call->playerId,
            $call->currency,
        );
        return $account['balance'] ?? throw new Refusal('invalid_currency', 'the player has no such account');
    }

    private function isProcessed(Call $call): bool
    {
        return $this->database->row('SELECT 1 FROM transactions WHERE transaction_key = ?', self::key($call)) !== null;
    }

    private function checkBet(string $balance, string $bet): void
    {
        $limit = choiceNumber('house-limit');
        if ($limit !== null && bccomp($bet, (string) $limit, SCALE) > 0) {
            throw new Refusal('bet_limit_exceeded', "the greatest bet is $limit");
        }
        // A bet of 0 needs no money, so a balance below zero can be won back, unless the house says no.
        $needsCover = bccomp($bet, '0', SCALE) > 0 || takes('refuses-below-zero');
        if ($needsCover && bccomp($balance, $bet, SCALE) < 0) {
            throw new Refusal('insufficient_balance', 'the balance does not cover the bet');
        }
    }

    private function store(Call $call): bool
    {
        return $this->database->insert(
            'INSERT INTO transactions (transaction_key, player_id, currency, bet, win) VALUES (?, ?, ?, ?, ?)',
            self::key($call),
            $call->playerId,
            $call->currency,
            $call->bet,
            $call->win,
        );
    }

    /**
     * A transaction of another account is none of this one's.
     * @return array{bet: string, win: string, rolled_back: int}|null
     */
    private function stored(Call $call): ?array
    {
        return $this->database->row(
            'SELECT bet, win, rolled_back FROM transactions
             WHERE transaction_key = ? AND player_id = ? AND currency = ?',
            self::key($call),
            $call->playerId,
            $call->currency,
        );
    }

    private function checkSpent(string $balance, string $bet, string $win): void
    {
        $takesMoney = bccomp($win, $bet, SCALE) > 0;
        $left = bcsub(bcadd($balance, $bet, SCALE), $win, SCALE);
        if (takes('refuses-spent-rollback') && $takesMoney && bccomp($left, '0', SCALE) < 0) {
            throw new Refusal('insufficient_balance', 'the win was spent already');
        }
    }

    private function markRolledBack(Call $call): void
    {
        $this->database->change('UPDATE transactions SET rolled_back = 1 WHERE transaction_key = ?', self::key($call));
    }

    private function keepEarlyRollback(Call $call): void
    {
        if (takes('late-bet-refused')) {
            $this->database->insert(
                'INSERT INTO early_rollbacks VALUES (?, ?, ?)',
                self::key($call),
                $call->playerId,
                $call->currency,
            );
        }
    }

    private function wasRolledBackEarly(Call $call): bool
    {
        return $this->database->row(
            'SELECT 1 FROM early_rollbacks WHERE transaction_key = ? AND player_id = ? AND currency = ?',
            self::key($call),
            $call->playerId,
            $call->currency,
        ) !== null;
    }

    private function move(Call $call, string $balance, string $credit, string $debit): string
    {
        $moved = bcsub(bcadd($balance, $credit, SCALE), $debit, SCALE);
        $this->database->change(
            'UPDATE accounts SET balance = ? WHERE player_id = ? AND currency = ?',
            $moved,
            $call->playerId,
            $call->currency,
        );
        return $moved;
    }

    /** The document sets no greatest length of an id, an index has one: transactions are found by a hash. */
    private static function key(Call $call): string
    {
        return hash('sha256', $call->transactionId);
    }
}
