<?php
declare(strict_types=1);

// The wallet that is tested: `php -S 127.0.0.1:8080 wallet.php`. Amounts in cents, one file, one lock.
// WALLET_DEFECT=duplicate debits a repeated makeBet again.

function refuse(int $status, string $error): never
{
    http_response_code($status);
    exit(json_encode(['error' => $error, 'message' => $error]));
}

function cents(stdClass $body, string $field): int
{
    $amount = $body->$field ?? null;
    $isAmount = (is_int($amount) || is_float($amount)) && $amount >= 0 && $amount < 1e12;
    if (!$isAmount || (float) $amount !== round($amount * 100) / 100) {
        refuse(422, 'invalid_request');
    }
    return (int) round($amount * 100);
}

function verified(string $text, string $signature): stdClass
{
    $body = json_decode($text);
    if (!$body instanceof stdClass) {
        refuse(400, 'invalid_request');
    }
    $sorted = (array) $body;
    ksort($sorted, SORT_STRING);
    $signed = json_encode((object) $sorted, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    if (!hash_equals(hash_hmac('sha256', (string) $signed, getenv('API_TOKEN')), $signature)) {
        refuse(403, 'invalid_signature');
    }
    return $body;
}

function makeBet(array &$wallet, string $account, stdClass $body): void
{
    $id = $body->transaction_id;
    $isRepeated = isset($wallet['moved'][$id]) && getenv('WALLET_DEFECT') !== 'duplicate';
    if ($isRepeated || isset($wallet['rolledBack'][$id])) {
        return;
    }
    [$bet, $win] = [cents($body, 'bet'), cents($body, 'win')];
    if ($bet > 0 && $wallet['cents'][$account] < $bet) {
        refuse(402, 'insufficient_balance');
    }
    $wallet['cents'][$account] += $win - $bet;
    $wallet['moved'][$id] = [$account, $win - $bet];
}

function rollBack(array &$wallet, string $account, string $id): void
{
    [$owner, $change] = $wallet['moved'][$id] ?? [$account, 0];
    if (isset($wallet['rolledBack'][$id]) || $owner !== $account) {
        return;
    }
    $wallet['rolledBack'][$id] = true;
    $wallet['cents'][$account] -= $change;
}

header('Content-Type: application/json');
$body = verified(file_get_contents('php://input'), $_SERVER['HTTP_X_SIGNATURE'] ?? '');
$file = fopen(getenv('WALLET_FILE'), 'c+');
flock($file, LOCK_EX);
$wallet = json_decode(stream_get_contents($file), true)
    ?? ['cents' => ['alice USD' => 100_000, 'bob USD' => 100_000], 'moved' => [], 'rolledBack' => []];
$account = "$body->player_id $body->currency";
if (!in_array($body->player_id, ['alice', 'bob'], true)) {
    refuse(404, 'player_not_found');
}
if (!isset($wallet['cents'][$account])) {
    refuse(422, 'invalid_currency');
}
$type = $body->type ?? '';
if ($type !== 'getBalance' && !is_string($body->transaction_id ?? null)) {
    refuse(422, 'invalid_request');
}
match ($type) {
    'getBalance' => null,
    'makeBet' => makeBet($wallet, $account, $body),
    'rollback' => rollBack($wallet, $account, $body->transaction_id),
    default => refuse(400, 'invalid_request'),
};
ftruncate($file, 0);
rewind($file);
fwrite($file, json_encode($wallet));
fclose($file);
echo json_encode(['content' => ['balance' => $wallet['cents'][$account] / 100]]);
