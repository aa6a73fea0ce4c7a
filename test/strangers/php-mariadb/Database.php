<?php
// MariaDB through PDO: one connection and one transaction a call.
declare(strict_types=1);

final class Database
{
    private const DUPLICATE_KEY = 1062;
    private const DEADLOCK = 1213;
    private const ATTEMPTS = 3;

    private PDO $pdo;

    public function __construct()
    {
        $this->pdo = new PDO(
            'mysql:unix_socket=' . getenv('DATABASE_SOCKET') . ';dbname=wallet;charset=utf8mb4',
            'root',
            '',
            // prepared on the server, so that a decimal's text is never read as a float
            [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC],
        );
        $this->pdo->exec('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
    }

    /**
     * What $work returns, its changes committed; a deadlock's victim tries again.
     * @template T
     * @param Closure(): T $work
     * @return T
     */
    public function transaction(Closure $work): mixed
    {
        for ($attempt = 1; ; $attempt++) {
            $this->pdo->beginTransaction();
            try {
                $result = $work();
                $this->pdo->commit();
                return $result;
            } catch (Throwable $error) {
                $this->pdo->rollBack();
                if (!self::is($error, self::DEADLOCK) || $attempt === self::ATTEMPTS) {
                    throw $error;
                }
            }
        }
    }

    /** @return array<string, mixed>|null the first row */
    public function row(string $sql, string ...$values): ?array
    {
        $statement = $this->pdo->prepare($sql);
        $statement->execute($values);
        $row = $statement->fetch();
        $statement->closeCursor();
        return $row === false ? null : $row;
    }

    /** The number of rows changed. */
    public function change(string $sql, string ...$values): int
    {
        $statement = $this->pdo->prepare($sql);
        $statement->execute($values);
        return $statement->rowCount();
    }

    /** False where a row of the same key is there already. */
    public function insert(string $sql, string ...$values): bool
    {
        try {
            $this->change($sql, ...$values);
            return true;
        } catch (PDOException $error) {
            if (self::is($error, self::DUPLICATE_KEY)) {
                return false;
            }
            throw $error;
        }
    }

    private static function is(Throwable $error, int $code): bool
    {
        return $error instanceof PDOException && ($error->errorInfo[1] ?? null) === $code;
    }
}
