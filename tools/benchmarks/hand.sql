-- A hand as pgbench stores it: its deal, and twelve actions one by one, each in a transaction.
\set hand :hand + 1
\set id 1000000000000000000 + (:run * 1000 + :client_id) * 1000000 + :hand
BEGIN;
INSERT INTO rule_set (hash, rules) VALUES ('x', '{}') ON CONFLICT DO NOTHING;
INSERT INTO hand (id, table_id, group_id, number, game, rules_hash, players, stacks, dealer, carried, opened_at, streak, line) VALUES (:id, 'pgbench-' || :run || '-' || :client_id, 'pgbench', :hand, 'qiuqiu', 'x', '["p"]', '[1000]', 0, 0, 1700000000000000, 0, 0);
INSERT INTO group_count (group_id, what, times) VALUES ('pgbench-' || :run || '-' || :client_id, 'hands', 1) ON CONFLICT (group_id, what) DO UPDATE SET times = group_count.times + excluded.times;
INSERT INTO deal (hand, sealed) VALUES (:id, '{}');
INSERT INTO key_slot (hand, kept, content) VALUES (:id, true, decode('80' || repeat('6b', 128), 'hex'));
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 0, :id, 'p', 'raise 60', NULL);
END;
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 1, :id, 'p', 'raise 60', NULL);
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 2, :id, 'p', 'raise 60', NULL);
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 3, :id, 'p', 'raise 60', NULL);
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 4, :id, 'p', 'raise 60', NULL);
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 5, :id, 'p', 'raise 60', NULL);
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 6, :id, 'p', 'raise 60', NULL);
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 7, :id, 'p', 'raise 60', NULL);
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 8, :id, 'p', 'raise 60', NULL);
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 9, :id, 'p', 'raise 60', NULL);
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 10, :id, 'p', 'raise 60', NULL);
INSERT INTO journal (opened, table_id, seq, hand, actor, text, update_key) VALUES (1700000000000, 'pgbench-' || :run || '-' || :client_id, :hand * 12 + 11, :id, 'p', 'raise 60', NULL);
