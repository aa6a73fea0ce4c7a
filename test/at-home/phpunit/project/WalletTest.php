<?php
declare(strict_types=1);

use PHPUnit\Framework\TestCase;

require_once __DIR__ . '/Walletproof.php';

final class WalletTest extends TestCase
{
    private WalletproofAgent $agent;
    private mixed $server;

    /** An agent of the platform for one test, with a fresh wallet behind it. */
    protected function setUp(): void
    {
        $address = self::freeAddress();
        $this->agent = Walletproof::running()->openAgent("http://$address/callback");
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
        self::assertSame('', $this->agent->problems());
    }

    public function testARepeatedBetIsAppliedOnce(): void
    {
        $made = $this->agent->send('makeBet', ['playerId' => 'alice', 'bet' => '10']);
        $this->agent->resend($made);
        self::assertSame('', $this->agent->problems());
    }

    public function testARollbackGivesTheBetBack(): void
    {
        $made = $this->agent->send('makeBet', ['playerId' => 'alice', 'bet' => '10']);
        $this->agent->send('rollback', ['playerId' => 'alice', 'transactionId' => $made['transactionId']]);
        self::assertSame('', $this->agent->problems());
    }

    public function testABetAboveTheBalanceIsRefused(): void
    {
        $refused = $this->agent->send('makeBet', ['playerId' => 'bob', 'bet' => '1000.01']);
        self::assertSame('insufficient_balance', $refused['error']);
        self::assertSame('', $this->agent->problems());
    }

    public function testTheConformanceSuiteIsPassed(): void
    {
        $players = ['--player', 'alice:USD', '--player', 'bob:USD'];
        $problems = $this->agent->problemsOfSuite(...$players, ...['--only', 'BET,IDEM,RB', '--skip', 'IDEM-17,RB-18']);
        self::assertSame('', $problems);
    }

    private static function freeAddress(): string
    {
        $server = stream_socket_server('tcp://127.0.0.1:0');
        $address = stream_socket_get_name($server, false);
        fclose($server);
        return $address;
    }
}
