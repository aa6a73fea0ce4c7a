<?php
declare(strict_types=1);

use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/Walletproof.php';

final class WalletTest extends TestCase
{
    private TestAgent $agent;
    private string $callbackUrl;
    private mixed $server;

    /** An agent of the platform for one test, with a fresh wallet behind it. */
    protected function setUp(): void
    {
        $address = self::freeAddress();
        $this->callbackUrl = "http://$address/callback";
        $this->agent = Walletproof::running()->openAgent($this->callbackUrl);
        $environment = ['API_TOKEN' => $this->agent->token, 'WALLET_FILE' => tempnam(sys_get_temp_dir(), 'wallet')];
        $quiet = [1 => ['file', '/dev/null', 'w'], 2 => ['file', '/dev/null', 'w']];
        $serve = [PHP_BINARY, '-S', $address, __DIR__ . '/wallet.php'];
        $this->server = proc_open($serve, $quiet, $pipes, null, $environment + getenv());
        while (@fsockopen("tcp://$address") === false) {
            usleep(10_000);
        }
    }

    protected function tearDown(): void
    {
        $this->agent->end();
        proc_terminate($this->server);
    }

    public function testABetIsDebitedAndItsWinCredited(): void
    {
        $made = $this->agent->send('makeBet', ['playerId' => 'alice', 'bet' => '10', 'win' => '2.50']);
        self::assertSame('992.5', $made['balance']);
        $this->assertConforms();
    }

    public function testARepeatedBetIsAppliedOnce(): void
    {
        $made = $this->agent->send('makeBet', ['playerId' => 'alice', 'bet' => '10']);
        $this->agent->resend($made);
        $this->assertConforms();
    }

    public function testARollbackGivesTheBetBack(): void
    {
        $made = $this->agent->send('makeBet', ['playerId' => 'alice', 'bet' => '10']);
        $this->agent->send('rollback', ['playerId' => 'alice', 'transactionId' => $made['transactionId']]);
        $this->assertConforms();
    }

    public function testABetAboveTheBalanceIsRefused(): void
    {
        $refused = $this->agent->send('makeBet', ['playerId' => 'bob', 'bet' => '1000.01']);
        self::assertSame('insufficient_balance', $refused['error']);
        $this->assertConforms();
    }

    public function testTheConformanceSuiteIsPassed(): void
    {
        $report = tempnam(sys_get_temp_dir(), 'report');
        $agent = ['--agent-id', (string) $this->agent->id, '--token', $this->agent->token];
        $players = ['--player', 'alice:USD', '--player', 'bob:USD'];
        $what = ['--only', 'BET,IDEM,RB', '--skip', 'IDEM-17,RB-18', '--reporter', 'pretty', '--reporter', "json=$report"];
        $command = [...Walletproof::COMMAND, 'test', $this->callbackUrl, ...$agent, ...$players, ...$what];
        exec(implode(' ', array_map('escapeshellarg', $command)) . ' 2>&1', $told);
        $run = json_decode(file_get_contents($report), true);
        self::assertSame('conformant', $run['verdict'] ?? null, implode("\n", $told));
    }

    /** Fails with walletproof's own text. */
    private function assertConforms(): void
    {
        $verdict = $this->agent->verdict();
        self::assertSame('conformant', $verdict['verdict'], $verdict['text']);
    }

    private static function freeAddress(): string
    {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        $address = stream_socket_get_name($server, false);
        fclose($server);
        return $address;
    }
}
