<?php
// Reads cases from standard input: token, operation, signature and body, separated by tabs.
require __DIR__ . '/signing.php';

while (($line = fgets(STDIN)) !== false) {
    [$token, $operation, $signature, $body] = explode("\t", rtrim($line, "\n"));
    echo $operation === 'sign'
        ? implode("\t", array_reverse(sign_request(json_decode($body, true), $token)))
        : var_export(verify_callback($body, $signature === '' ? null : $signature, $token), true), "\n";
}
