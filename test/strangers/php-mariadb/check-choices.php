<?php
// Ends with 2 where CHOICES is wrong, before anything is started.
declare(strict_types=1);

require __DIR__ . '/choices.php';

$error = choiceError();
if ($error !== null) {
    fwrite(STDERR, $error . "\n");
    exit(2);
}
