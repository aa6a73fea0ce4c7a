-- nopad: "player-1 " with a space is another player than "player-1"
CREATE DATABASE wallet CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
USE wallet;

CREATE TABLE accounts (
    player_id VARCHAR(255) NOT NULL,
    currency VARCHAR(16) NOT NULL,
    balance DECIMAL(50, 20) NOT NULL,
    PRIMARY KEY (player_id, currency)
) ENGINE = InnoDB;

CREATE TABLE transactions (
    transaction_key CHAR(64) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
    player_id VARCHAR(255) NOT NULL,
    currency VARCHAR(16) NOT NULL,
    bet DECIMAL(50, 20) NOT NULL,
    win DECIMAL(50, 20) NOT NULL,
    rolled_back TINYINT NOT NULL DEFAULT 0
) ENGINE = InnoDB;

CREATE TABLE early_rollbacks (
    transaction_key CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    player_id VARCHAR(255) NOT NULL,
    currency VARCHAR(16) NOT NULL,
    PRIMARY KEY (transaction_key, player_id, currency)
) ENGINE = InnoDB;

CREATE TABLE sessions (
    agent_session_id CHAR(32) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
    player_id VARCHAR(255) NOT NULL,
    currency VARCHAR(16) NOT NULL,
    session_id TEXT,
    opened_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    KEY (player_id)
) ENGINE = InnoDB;
