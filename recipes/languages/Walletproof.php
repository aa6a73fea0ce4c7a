<?php
declare(strict_types=1);

/**
 * The platform in tests of your wallet: starts `walletproof serve` once, and opens an agent for each test. PHP alone, no packages.
 * Copy this file beside your tests. WALLETPROOF names the command where it is not the one of node_modules.
 */
final class Walletproof
{
    private static ?self $running = null;

    private function __construct(private mixed $process, public readonly string $url)
    {
    }

    public static function command(): string
    {
        return getenv('WALLETPROOF') ?: 'node_modules/.bin/walletproof';
    }

    /** One for all tests, on a free port; it ends with PHP. */
    public static function running(): self
    {
        return self::$running ??= self::start();
    }

    private static function start(): self
    {
        $command = 'exec ' . self::command() . ' serve --port 0 --journal :memory:';
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['file', 'walletproof.log', 'w']], $pipes);
        while (($line = fgets($pipes[1])) !== false) {
            if (preg_match('/ ready on (\S+)/', $line, $found) === 1) {
                register_shutdown_function(fn () => proc_terminate($process));
                return new self($process, $found[1]);
            }
        }
        throw new RuntimeException('walletproof serve did not start: walletproof.log says why.');
    }

    /** Asks the admin API; docs/dashboard.md has its routes. */
    public function ask(string $method, string $path, ?array $body = null): array
    {
        $http = ['method' => $method, 'header' => 'Content-Type: application/json', 'ignore_errors' => true];
        if ($body !== null) {
            $http['content'] = json_encode($body, JSON_THROW_ON_ERROR);
        }
        $text = file_get_contents("$this->url/__admin$path", false, stream_context_create(['http' => $http]));
        $answer = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
        if (isset($answer['remedy'])) {
            throw new RuntimeException("{$answer['message']} {$answer['remedy']}");
        }
        return $answer;
    }

    /** Your wallet as an agent of this platform: its callbacks go to this URL, signed with the agent's token. */
    public function openAgent(string $callbackUrl): WalletproofAgent
    {
        $issued = $this->ask('POST', '/agents', ['callbackUrl' => $callbackUrl]);
        return new WalletproofAgent($this, $callbackUrl, $issued['agent']['id'], $issued['token']);
    }
}

/** No other test knows it: its players, sessions, faults and verdict are its own. */
final class WalletproofAgent
{
    public function __construct(
        private readonly Walletproof $platform,
        private readonly string $callbackUrl,
        public readonly int $id,
        public readonly string $token,
    ) {
    }

    /** Sends getBalance, makeBet or rollback. Returns status, balance or error, verdict, sentence and findings. */
    public function send(string $type, array $fields): array
    {
        $order = ['agentId' => $this->id, 'type' => $type, ...$fields];
        return $this->platform->ask('POST', '/trigger', $order)['callbacks'][0];
    }

    /** Sends the same bytes once more, as after a time-out. */
    public function resend(array $callback): array
    {
        $path = "/exchanges/{$callback['exchangeId']}/resend";
        return $this->platform->ask('POST', $path, ['as' => 'exact'])['callbacks'][0];
    }

    /** What is wrong with the agent, in walletproof's own text; empty where nothing is. Waits until nothing is under way. */
    public function problems(): string
    {
        $verdict = $this->platform->ask('GET', "/agents/$this->id/verdict");
        return $verdict['verdict'] === 'conformant' ? '' : $verdict['text'];
    }

    /** Runs the conformance suite; the report where it is not passed: problemsOfSuite('--player', 'alice:USD', '--only', 'RB'). */
    public function problemsOfSuite(string ...$arguments): string
    {
        $all = ['test', $this->callbackUrl, '--agent-id', (string) $this->id, '--token', $this->token, ...$arguments];
        exec(Walletproof::command() . ' ' . implode(' ', array_map('escapeshellarg', $all)) . ' 2>&1', $told, $exitCode);
        return $exitCode === 0 ? '' : implode("\n", $told);
    }

    public function end(): void
    {
        $this->platform->ask('DELETE', "/agents/$this->id");
    }
}
