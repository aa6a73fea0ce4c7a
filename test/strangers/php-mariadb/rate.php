<?php
// At most so many calls in a second, counted over all PHP processes in one locked file.
declare(strict_types=1);

function admitByRate(): void
{
    $limit = choiceNumber('rate');
    if ($limit !== null && countCall() > $limit) {
        header('Retry-After: 1');
        throw new Refusal('too_many_requests', "more than $limit calls in a second");
    }
}

function countCall(): int
{
    $file = fopen(getenv('RATE_FILE'), 'c+');
    flock($file, LOCK_EX);
    [$second, $calls] = array_map(intval(...), explode(' ', (string) fgets($file))) + [0, 0];
    $now = time();
    $calls = $second === $now ? $calls + 1 : 1;
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, "$now $calls");
    fclose($file);
    return $calls;
}
