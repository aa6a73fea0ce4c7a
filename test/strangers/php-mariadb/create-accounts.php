<?php
// The tables, and the players that exist at the start.
declare(strict_types=1);

require __DIR__ . '/choices.php';

$pdo = new PDO('mysql:unix_socket=' . getenv('DATABASE_SOCKET'), 'root', '');
foreach (explode(';', file_get_contents(__DIR__ . '/schema.sql')) as $statement) {
    if (trim($statement) !== '') {
        $pdo->exec($statement);
    }
}
$usual = takes('starts-at-0') ? '0.00' : '1000.00';
$ofPlayer1 = takes('starts-below-zero') ? '-6.00' : $usual;
$insert = $pdo->prepare('INSERT INTO accounts VALUES (?, ?, ?)');
foreach ([['player-1', 'USD', $ofPlayer1], ['player-1', 'EUR', $ofPlayer1], ['player-2', 'USD', $usual]] as $account) {
    $insert->execute($account);
}
