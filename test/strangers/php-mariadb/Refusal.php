<?php
// The agent's error answers: section 7's codes, and a few of our own where it names none.
declare(strict_types=1);

final class Refusal extends Exception
{
    private const BUSINESS_STATUS = [
        'insufficient_balance' => 402,
        'transaction_not_found' => 404,
        'player_not_found' => 404,
        'invalid_currency' => 400,
        'bet_limit_exceeded' => 400,
        'unknown_session' => 403,
    ];
    private const PROTOCOL_STATUS = [
        'invalid_signature' => 403,
        'agent_not_found' => 404,
        'method_not_allowed' => 405,
        'validation_error' => 422,
        'too_many_requests' => 429,
        'platform_error' => 502,
        'internal_error' => 500,
    ];

    public function __construct(public readonly string $errorCode, string $message)
    {
        parent::__construct($message);
    }

    public function httpStatus(): int
    {
        return self::PROTOCOL_STATUS[$this->errorCode] ?? match (true) {
            takes('status-500') => 500,
            takes('status-200') => 200,
            default => self::BUSINESS_STATUS[$this->errorCode],
        };
    }
}
