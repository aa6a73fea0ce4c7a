<?php
declare(strict_types=1);

/** Starts `walletproof serve` once, and opens an agent of its own for each test. PHP alone, no packages. */
final class Walletproof
{
    public const COMMAND = ['node_modules/.bin/walletproof'];

    private static ?self $running = null;

    private function __construct(private mixed $process, public readonly string $url)
    {
    }

    public static function running(): self
    {
        return self::$running ??= self::start();
    }

    private static function start(): self
    {
        $command = [...self::COMMAND, 'serve', '--port', '0', '--journal', ':memory:'];
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['file', 'walletproof.log', 'w']], $pipes);
        while (($line = fgets($pipes[1])) !== false) {
            if (preg_match('/ ready on (\S+)/', $line, $found) === 1) {
                register_shutdown_function(fn () => proc_terminate($process));
                return new self($process, $found[1]);
            }
        }
        throw new RuntimeException('walletproof serve did not start.');
    }

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

    public function openAgent(string $callbackUrl): TestAgent
    {
        $issued = $this->ask('POST', '/agents', ['callbackUrl' => $callbackUrl]);
        return new TestAgent($this, $issued['agent']['id'], $issued['token']);
    }
}

/** No other test knows it: its players, sessions, faults and verdict are its own. */
final class TestAgent
{
    public function __construct(
        private readonly Walletproof $platform,
        public readonly int $id,
        public readonly string $token,
    ) {
    }

    /** Sends getBalance, makeBet or rollback, and returns what came of it. */
    public function send(string $type, array $fields): array
    {
        $order = ['agentId' => $this->id, 'type' => $type, ...$fields];
        return $this->platform->ask('POST', '/trigger', $order)['callbacks'][0];
    }

    /** The same bytes once more, as after a time-out. */
    public function resend(array $callback): array
    {
        $path = "/exchanges/{$callback['exchangeId']}/resend";
        return $this->platform->ask('POST', $path, ['as' => 'exact'])['callbacks'][0];
    }

    /** Waits until nothing is under way to the agent; `text` is what a failing test shows. */
    public function verdict(): array
    {
        return $this->platform->ask('GET', "/agents/$this->id/verdict");
    }

    public function end(): void
    {
        $this->platform->ask('DELETE', "/agents/$this->id");
    }
}
