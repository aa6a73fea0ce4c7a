<?php
// What a callback says, checked: the fields of section 6 that this agent acts on.
declare(strict_types=1);

final class Call
{
    private const TYPES = ['getBalance', 'makeBet', 'rollback'];
    private const STORED_IDS = ['player_id', 'session_id', 'transaction_id', 'game_round_id'];
    private const LONGEST_ID = 64;

    private function __construct(
        public readonly string $type,
        public readonly string $playerId,
        public readonly string $currency,
        public readonly string $sessionId,
        public readonly string $transactionId,
        public readonly string $bet,
        public readonly string $win,
    ) {
    }

    public static function read(stdClass $data, string $agentId): self
    {
        $theirs = $data->agent_id ?? null;
        if (!$theirs instanceof NumberText || $theirs->text !== $agentId) {
            throw new Refusal('agent_not_found', 'agent_id is not ours');
        }
        $type = $data->type ?? null;
        if (!in_array($type, self::TYPES, true)) {
            throw new Refusal('validation_error', 'type is none of ' . implode(', ', self::TYPES));
        }
        if (takes('long-ids-refused')) {
            self::refuseLongIds($data);
        }
        return new self(
            type: $type,
            playerId: readPlayerId($data),
            currency: readText($data, 'currency'),
            sessionId: takes('sessions') ? readText($data, 'session_id') : '',
            transactionId: $type === 'getBalance' ? '' : readText($data, 'transaction_id'),
            bet: $type === 'makeBet' ? readAmount($data, 'bet') : '0',
            win: $type === 'makeBet' ? readAmount($data, 'win') : '0',
        );
    }

    private static function refuseLongIds(stdClass $data): void
    {
        foreach (self::STORED_IDS as $field) {
            $value = $data->{$field} ?? null;
            if (is_string($value) && iconv_strlen($value, 'UTF-8') > self::LONGEST_ID) {
                throw new Refusal('validation_error', "$field is longer than " . self::LONGEST_ID . ' characters');
            }
        }
    }
}

function readText(stdClass $data, string $field): string
{
    $value = $data->{$field} ?? null;
    if (!is_string($value) || $value === '') {
        throw new Refusal('validation_error', "$field is not a text");
    }
    return $value;
}

function readPlayerId(stdClass $data): string
{
    $playerId = readText($data, 'player_id');
    return takes('players-any-case') ? strtolower($playerId) : $playerId;
}
