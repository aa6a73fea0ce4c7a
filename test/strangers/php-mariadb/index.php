<?php
// The agent's HTTP side: the callback endpoint of section 4, and POST /launch. nginx sends no other path here.
declare(strict_types=1);

foreach (['choices', 'Refusal', 'signing', 'money', 'Call', 'Database', 'Sessions', 'Wallet', 'rate'] as $file) {
    require __DIR__ . "/$file.php";
}

try {
    answer(200, $_SERVER['DOCUMENT_URI'] === '/launch' ? launch() : callback());
} catch (Refusal $refusal) {
    answer($refusal->httpStatus(), ['error' => $refusal->errorCode, 'message' => $refusal->getMessage()]);
} catch (Throwable $error) {
    error_log((string) $error);
    answer(500, ['error' => 'internal_error', 'message' => 'the call could not be processed']);
}

function callback(): array
{
    admitByRate();
    refuseOtherMethods();
    $body = (string) file_get_contents('php://input');
    $data = readSigned($body, $_SERVER['HTTP_X_SIGNATURE'] ?? '', getenv('AGENT_TOKEN'));
    $call = Call::read($data, getenv('AGENT_ID'));
    $database = new Database();
    $balance = (new Wallet($database, new Sessions($database)))->answer($call);
    return ['content' => (object) ['balance' => new NumberText(moneyText($balance))]];
}

function launch(): array
{
    refuseOtherMethods();
    try {
        $data = parseJson((string) file_get_contents('php://input'));
    } catch (JsonException) {
        $data = null;
    }
    if (!$data instanceof stdClass) {
        throw new Refusal('validation_error', 'the body is not a JSON object');
    }
    $sessions = new Sessions(new Database());
    return ['url' => $sessions->launch($data, getenv('AGENT_ID'), getenv('AGENT_TOKEN'))];
}

function refuseOtherMethods(): void
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        header('Allow: POST');
        throw new Refusal('method_not_allowed', 'only POST is answered here');
    }
}

function answer(int $status, array $data): void
{
    $body = canonicalJson((object) $data);
    http_response_code($status);
    header('Content-Type: application/json');
    header('Content-Length: ' . strlen($body));
    echo $body;
}
