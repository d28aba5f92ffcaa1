"""The promises of Kiu and their tests: the table of ``docs/reliability.md``.

Tests are named as pytest names them. The page reads from the tests which of them ``make soak`` alone runs.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Promise:
    """One of the thirty promises."""

    area: str
    promise: str
    tests: tuple[str, ...]
    reached: str
    """The extent of these tests in ``make test``, and in ``make soak``."""

    missing: str
    """Aims that are not reached or not measured; empty if there are none."""

    controls: tuple[str, ...] = ()
    """Tests that plant a fault and see it found."""


PROMISES: tuple[Promise, ...] = (
    Promise(
        "Ledger",
        "Chips are never created, lost or negative; every movement has two ends; a pot is empty after its hand.",
        (
            "tests/bot/ledger/test_model.py::test_the_ledger_is_what_a_dictionary_says",
            "tests/bot/ledger/test_safety.py::test_concurrent_commits_conserve_every_chip",
            "tests/bot/test_money.py::test_chips_are_conserved_after_every_single_action",
            "tests/bot/test_money.py::test_a_crowd_at_several_tables_never_makes_or_loses_a_chip",
            "tests/bot/test_membership.py::test_chips_are_conserved_whatever_happens_around_a_move",
            "tests/engine/test_laws.py::test_laws_hold_under_random_play",
        ),
        "36 random sequences of up to 8 steps against a model of 30 lines, with restarts between; laws under "
        "60 random sets of house rules, 6,000 in the soak run; 0 violations.",
        "The aim is 200,000 steps a run; a run comes to a few thousand write sets.",
        (
            "tests/bot/ledger/test_safety.py::test_without_the_hooks_chips_are_created_and_with_them_none",
            "tests/bot/ledger/test_safety.py::test_the_audit_finds_what_was_tampered_with",
        ),
    ),
    Promise(
        "Idempotency",
        "The same update has one effect and one answer; another text under its key changes nothing.",
        (
            "tests/bot/test_dispatcher.py::test_a_command_sent_again_with_its_key_has_one_effect",
            "tests/bot/test_dispatcher.py::test_every_command_that_stores_something_itself_is_tried_twice",
            "tests/bot/test_dispatcher.py::test_an_action_sent_again_with_its_key_is_taken_once",
            "tests/bot/test_dispatcher.py::test_a_key_used_for_another_text_changes_nothing",
            "tests/bot/ledger/test_money.py::test_a_repeated_update_is_refused_in_the_next_process_too",
            "tests/chats/discord/test_e2e_failures.py::test_events_that_come_twice_have_no_double_effect",
            "tests/chats/telegram/test_e2e_restart.py::test_updates_that_come_twice_have_one_effect",
            "tests/chats/telegram/test_e2e_restart.py::test_what_was_done_but_not_confirmed_is_not_done_twice",
        ),
        "Every command that stores anything is sent again, at once, later and after a crash; 0 double effects.",
        "The aim is a million deliveries; some thousands are made.",
    ),
    Promise(
        "Power loss",
        "What was acknowledged is durable, and whole.",
        (
            "tests/simulation/test_power_cuts.py::"
            "test_whenever_the_power_is_cut_everything_is_there_that_anybody_was_told",
            "tests/simulation/test_power_cuts.py::test_a_hundred_thousand_images",
            "tests/simulation/test_disk_commands.py::test_what_is_told_of_a_command_is_so_whatever_the_disk_does",
            "tests/bot/ledger/test_safety.py::test_every_pragma_holds",
            "tests/bot/ledger/test_safety.py::test_nobody_is_answered_before_the_commit",
            "tests/chats/telegram/test_e2e_restart.py::test_an_update_is_confirmed_only_when_what_it_did_is_durable",
        ),
        "More than 150 images of a disk in memory that was cut off, with torn and reordered sectors, and 100,000 in "
        "the soak run, at every operation of a session of all games; and what the real program asks of its files while "
        "it restores and prunes, cut off before renames, removals and syncs; 0 lost.",
        "",
        (
            "tests/simulation/test_power_cuts.py::test_a_ledger_that_syncs_too_little_is_found_out",
            "tests/simulation/test_disk_commands.py::test_a_command_that_waits_too_little_for_the_disk_is_found_out",
            "tests/simulation/test_disk.py::test_only_what_is_synced_with_its_name_is_sure_to_survive",
        ),
    ),
    Promise(
        "Killed processes",
        "A kill at any moment loses nothing that was acknowledged or shown, and tables go on.",
        (
            "tests/bot/test_kill.py::test_killed_again_and_again_nothing_acknowledged_or_shown_is_lost",
            "tests/bot/test_kill.py::test_the_program_killed_in_mid_hand_goes_on_where_it_was",
            "tests/bot/test_restart.py::test_dying_after_every_step_changes_nothing",
            "tests/bot/ledger/test_safety.py::test_what_was_acknowledged_outlives_a_kill",
            "tests/chats/telegram/test_polling.py::test_what_is_not_handled_comes_again_and_holds_up_no_other",
            "tests/chats/telegram/test_e2e_webhook.py::test_a_command_that_waits_when_the_process_dies_comes_again",
            "tests/chats/test_process.py::test_it_serves_both_and_goes_on_after_a_kill",
        ),
        "30 kills of a real process on real files, 90 in the soak run: a third in mid-hand, the others at any moment; "
        "0 losses.",
        "The aim is 2,000 kills of the ledger and 300 of the whole program. That tables go on within 3 seconds is not "
        "measured.",
    ),
    Promise(
        "Errors of the disk",
        "An error means no acknowledgement and no damage; Kiu says where nobody knows the outcome.",
        (
            "tests/simulation/test_disk_faults.py::test_nobody_is_told_anything_false_by_a_kiu_whose_disk_fails",
            "tests/simulation/test_disk_faults.py::test_the_disk_fails_at_every_operation",
            "tests/simulation/test_disk_commands.py::test_the_disk_fails_at_any_call_of_a_command",
            "tests/bot/ledger/test_disk_errors.py::test_a_commit_that_fails_may_be_stored_and_the_next_start_finds_out",
            "tests/bot/ledger/test_disk_errors.py::"
            "test_a_disk_that_fails_before_the_commit_has_stored_nothing_and_is_not_believed_again",
            "tests/bot/ledger/test_disk_errors.py::test_what_waited_behind_a_failed_commit_is_certainly_not_stored",
            "tests/bot/ledger/test_safety.py::test_when_the_disk_fails_nobody_is_answered_and_nothing_counts",
            "tests/bot/ledger/test_safety.py::test_a_full_database_refuses_and_recovers",
            "tests/bot/test_membership.py::test_a_return_that_cannot_be_stored_is_noted_as_soon_as_it_can",
            "tests/chats/discord/test_e2e_servers.py::"
            "test_a_return_while_the_disk_is_full_is_noted_as_soon_as_it_takes_writes",
            "tests/chats/telegram/test_e2e_groups.py::test_a_return_while_the_disk_is_full_is_not_lost",
            "tests/bot/test_restart.py::"
            "test_when_nobody_knows_whether_something_is_stored_that_is_said_and_the_table_takes_nothing_more",
            "tests/chats/test_process.py::test_when_the_disk_fails_it_says_that_nobody_knows_ends_and_finds_out",
        ),
        "Failing commits, syncs and a full disk at chosen places, one of them in the real program; at least 2,000 "
        "failures, an error and a full disk at every operation of a session of all games, in the soak run, and there "
        "the same and a kill at every second call of backups, restoring, pruning and forgetting.",
        "",
        ("tests/simulation/test_disk_faults.py::test_a_start_that_believes_the_log_after_a_failed_sync_is_found_out",),
    ),
    Promise(
        "Replay",
        "The journal played again is the live state, byte for byte.",
        (
            "tests/features/histories/test_replay.py::test_a_replay_is_what_was_shown_then_byte_for_byte",
            "tests/bot/test_restart.py::test_the_whole_state_is_the_same_after_a_death",
            "tests/engine/test_public_replay.py::test_a_replay_from_what_lies_open_is_the_same_in_public",
        ),
        "12 hands of three games at every step that was shown.",
        "The aim is 1,000 games at every event.",
        ("tests/engine/test_public_replay.py::test_unknown_cards_that_make_pairs_are_noticed",),
    ),
    Promise(
        "Simulation",
        "No table stands still and no chip is lost while messages double, drop and come late, and processes die.",
        (
            "tests/simulation/test_world.py::test_a_seed_tells_the_same_story_in_any_process",
            "tests/simulation/test_checks.py::test_an_evening_of_troubles_keeps_every_promise",
            "tests/simulation/test_people.py::test_each_habit_is_seen_at_work_on_a_bad_day_of_the_platform",
            "tests/simulation/test_scheduler.py::test_a_kill_can_come_between_any_two_steps",
            "tests/simulation/test_network.py::"
            "test_what_a_killed_process_had_sent_arrives_and_then_its_connections_break",
            "tests/simulation/test_shrinking.py::test_what_is_left_is_what_it_takes",
            "tests/bot/test_sealed_model.py::test_whatever_happens_what_was_sealed_is_dealt_once_and_can_be_checked",
            "tests/bot/test_turns.py::test_a_lapse_checks_when_checking_is_free",
        ),
        "A world of `python -m tools.simulation` tells the same story in any process; evenings of every habit while "
        "the platform fails. After the tests CI plays sixty worlds of seeds that are others after every change of the "
        "code, and fails with one that breaks.",
        "The aim is 10,000 seeds and 10,000 table-hours with a million actions; how many were played is not measured. "
        "An evening of fifty tables was to take seconds; an hour of a table takes [some seconds of a "
        "processor](performance.md).",
    ),
    Promise(
        "Effects in chats",
        "Money moves once; a result is told at least once, and what is shown is always the state of now.",
        (
            "tests/bot/test_restart.py::test_a_finished_hand_that_was_not_told_is_told_once",
            "tests/bot/test_announcer.py::test_a_result_that_could_not_be_shown_is_told_after_a_restart",
            "tests/chats/discord/test_public_messages.py::"
            "test_a_request_is_repeated_after_a_server_error_and_posts_one_message",
            "tests/chats/discord/test_deal_closings.py::"
            "test_a_closing_message_is_posted_once_though_the_response_is_lost",
            "tests/chats/telegram/test_sending.py::test_what_may_have_arrived_is_not_sent_again_but_edited_again",
            "tests/chats/telegram/test_e2e_restart.py::test_a_broken_connection_neither_loses_nor_repeats_a_message",
        ),
        "Lost answers, server errors, and ends before and after sending, on doubles of both platforms.",
        "The aim is a crash at each edge of sending and hearing of it; the edges above are chosen ones.",
    ),
    Promise(
        "Hidden information",
        "Nothing that anybody can see, its size, order and moment included, depends on cards that they cannot see.",
        (
            "tests/bot/test_twin_worlds.py::test_worlds_that_differ_in_hidden_cards_cannot_be_told_apart",
            "tests/bot/test_twin_worlds.py::test_thousands_of_worlds_cannot_be_told_apart_at_any_moment",
            "tests/bot/test_silence.py::test_the_public_and_an_observer_are_told_the_same_at_the_same_moment",
            "tests/chats/local/test_twin_worlds.py::test_frames_come_in_the_same_order_in_both_worlds",
            "tests/chats/pace/test_silence.py::test_two_evenings_that_differ_in_hidden_cards_make_the_same_calls",
        ),
        "21 pairs of worlds and 60 windows of Quan Dui, 2,100 pairs and 1,200 windows in the soak run; 0 differences.",
        "The aim is 10,000 hands for every observer.",
        (
            "tests/bot/test_twin_worlds.py::test_a_planted_leak_is_found",
            "tests/bot/test_silence.py::test_a_planted_hint_is_noticed",
        ),
    ),
    Promise(
        "Canaries",
        "No card and no token stands in a log, an error, a metric or an export.",
        (
            "tests/bot/test_canaries.py::test_nothing_is_heard",
            "tests/bot/test_logs.py::test_no_library_writes_a_token",
            "tests/bot/test_logs.py::test_kiu_writes_no_token_either",
            "tests/chats/discord/test_e2e_limits.py::test_hidden_tiles_are_in_no_public_request_and_no_log",
            "tests/chats/telegram/test_e2e_secrets.py::test_hidden_tiles_are_in_no_public_call_and_no_log",
        ),
        "27 hands at every level of the log and with forced errors, 1,050 more in the soak run; 0 hits.",
        "",
        (
            "tests/bot/test_canaries.py::test_a_leak_is_heard",
            "tests/bot/test_announcer.py::test_the_canary_would_sing",
        ),
    ),
    Promise(
        "Shuffle, exactly",
        "Every order of the pack is as likely as any other.",
        (
            "tests/engine/fairness/test_shuffle.py::test_every_permutation_comes_exactly_once",
            "tests/engine/fairness/test_shuffle.py::test_the_words_that_are_kept_divide_evenly",
            "tests/engine/fairness/test_shuffle.py::test_every_number_comes_equally_often_from_all_words",
        ),
        "46,233 permutations of up to 8 cards, 409,113 of up to 9 in the soak run, each exactly once; every limit up "
        "to 128, and every word of a twin with 12 bits: bias 0.",
        "",
        (
            "tests/engine/fairness/test_shuffle.py::"
            "test_other_ways_to_swap_do_not_give_every_permutation_equally_often",
            "tests/engine/fairness/test_shuffle.py::test_counting_sees_a_bias_of_one_word",
        ),
    ),
    Promise(
        "Shuffle, by statistics",
        "Packs and hands pass the tests that a fair shuffle passes.",
        (
            "tests/engine/fairness/test_evenness.py::test_sealed_packs_pass",
            "tests/engine/fairness/test_evenness.py::test_a_million_sealed_packs_pass",
            "tests/engine/fairness/test_evenness.py::test_whole_deals_pass",
        ),
        "13,000 sealed packs and 800 whole deals, a million sealed packs in the soak run; every p from 0.001 to 0.999.",
        "",
        (
            "tests/engine/fairness/test_evenness.py::test_a_wrong_shuffle_is_flagged",
            "tests/engine/fairness/test_evenness.py::test_a_modulo_is_flagged_if_it_is_coarse",
            "tests/engine/fairness/test_evenness.py::test_a_shuffle_that_is_repeated_is_flagged",
        ),
    ),
    Promise(
        "Records",
        "Independent verifiers find the same of every record, and no changed one passes.",
        (
            "tests/verify/test_agreement.py::test_engine_and_script_find_the_same_out_about_every_record",
            "tests/verify/test_agreement.py::test_the_page_finds_the_same_out_about_every_record",
            "tests/verify/test_tampering.py::test_every_change_of_a_bit_or_a_value_is_rejected",
            "tests/verify/test_tampering.py::"
            "test_some_changes_of_a_bit_and_every_change_of_a_value_of_one_record_are_rejected",
        ),
        "162 records of 9 kinds and 4,000 changes, 1,008 records and 108,000 changes in the soak run; three verifiers "
        "agree, 0 accepted.",
        "",
        ("tests/verify/test_agreement.py::test_the_page_finds_every_lie_by_the_check_that_it_is_for",),
    ),
    Promise(
        "The sealed deal",
        "A restart keeps the sealed packs, a void opens none that was closed, attempts are counted in public.",
        (
            "tests/bot/test_sealed_model.py::test_whatever_happens_what_was_sealed_is_dealt_once_and_can_be_checked",
            "tests/bot/test_sealed_deal.py::test_a_restart_at_any_step_keeps_packs_attempt_and_words",
            "tests/bot/test_sealed_deal.py::test_killed_between_the_closing_and_the_deal_the_same_closing_is_dealt",
            "tests/bot/test_sealed_deal.py::test_a_voided_hand_opens_no_pack_is_counted_and_gives_every_stake_back",
        ),
        "Sessions of at least 60 steps of anything in each game, with ends and kills at any of them; 0 dealt anew.",
        "",
        ("tests/bot/test_sealed_model.py::test_the_watch_sees_when",),
    ),
    Promise(
        "Rights",
        "Only who is entitled to it acts.",
        (
            "tests/bot/test_rights.py::test_there_are_enough_cells",
            "tests/bot/test_rights.py::test_some_of_everything_that_anybody_could_try",
            "tests/bot/test_rights.py::test_everything_that_anybody_could_try",
            "tests/bot/test_dispatcher.py::test_what_cannot_be_done_is_refused_with_its_reason",
        ),
        "74,844 combinations of person, command, moment and button, one in 131 of them in each run and all in the soak "
        "run.",
        "",
    ),
    Promise(
        "Buttons",
        "Forged, old, foreign and repeated presses are refused.",
        (
            "tests/bot/test_dispatcher.py::test_forged_button_data_never_acts_out_of_turn",
            "tests/bot/test_dispatcher.py::test_data_that_is_nearly_that_of_a_button_does_nothing",
            "tests/bot/test_dispatcher.py::test_a_button_of_an_earlier_turn_is_refused",
            "tests/bot/test_dispatcher.py::test_pressing_somebody_elses_button_is_refused",
            "tests/bot/test_dispatcher.py::test_a_double_tap_counts_once",
            "tests/bot/test_dispatcher.py::test_a_button_carried_to_another_server_brings_no_rights",
            "tests/bot/test_money.py::test_acting_all_at_once_only_the_one_who_is_asked_is_heard",
        ),
        "A list of forgeries, every button that is shown, and 200 that differ from one in a character, 200,000 in the "
        "soak run; 0 accepted.",
        "The aim is a million strings and 10,000 double presses.",
    ),
    Promise(
        "Input",
        "Amounts are plain digits within bounds, and nothing that is typed is an error of Kiu.",
        (
            "tests/bot/test_dispatcher.py::test_only_plain_digits_are_an_amount",
            "tests/bot/test_dispatcher.py::test_what_cannot_be_done_is_refused_with_its_reason",
            "tests/bot/test_dispatcher.py::test_random_text_never_raises_and_never_makes_or_loses_chips",
            "tests/bot/test_amounts.py::test_what_could_mean_something_else_is_refused",
            "tests/bot/test_amounts.py::test_whatever_is_read_as_an_amount_is_written_with_plain_digits_and_marks",
            "tests/bot/test_half_surrogates.py::test_whatever_is_said_leaves_no_half_surrogate_and_no_trace",
        ),
        "10,000 texts that look like amounts, a million in the soak run, and 80 random conversations, 1,600 in the "
        "soak run; 0 escapes.",
        "The aim of a million inputs in each run is reached in the soak run.",
    ),
    Promise(
        "Rendering",
        "No name pings anybody, becomes markup or a link, or turns the text around; every message fits.",
        (
            "tests/chats/discord/test_rendering.py::test_names_ping_nobody",
            "tests/chats/discord/test_rendering.py::test_escaped_text_reads_as_it_was_written",
            "tests/chats/discord/test_rendering.py::test_the_longest_messages_fit_in_every_language",
            "tests/chats/discord/test_rendering.py::test_strange_names_read_as_they_are_written_and_mean_nothing",
            "tests/chats/telegram/test_rendering.py::test_names_become_no_links",
            "tests/chats/telegram/test_rendering.py::test_what_telegram_would_make_a_link_of_is_none",
            "tests/chats/telegram/test_rendering.py::test_no_name_becomes_a_link",
            "tests/chats/telegram/test_rendering.py::test_entities_lie_within_texts_that_fit",
            "tests/bot/test_lookalikes.py::test_nothing_invisible_is_in_a_name",
            "tests/bot/test_lookalikes.py::test_strange_names_are_shown_and_hide_nothing",
        ),
        "2,000 strange names on each platform, 200,000 in the soak run, and 100 random texts for each other property, "
        "2,000 in the soak run; 0 violations.",
        "",
    ),
    Promise(
        "Limits of platforms",
        "Kiu waits as long as it is told to, and stays far from being banned.",
        (
            "tests/chats/telegram/test_e2e_limits.py::"
            "test_however_fast_friends_play_telegram_never_has_to_ask_for_patience",
            "tests/chats/telegram/test_e2e_limits.py::"
            "test_hands_of_six_at_human_speed_and_the_deal_between_stay_within_twenty_calls_a_minute",
            "tests/chats/telegram/test_sending.py::test_a_pause_that_telegram_asks_for_is_kept",
            "tests/chats/discord/test_e2e_limits.py::"
            "test_a_hand_of_six_with_fifteen_actions_stays_within_the_rate_limits",
            "tests/chats/test_call_queue.py::test_a_minute_of_a_group_never_has_more_calls_than_it_may",
            "tests/chats/test_call_queue.py::test_a_pause_holds_one_chat_and_no_other",
            "tests/chats/pace/test_figures.py::test_an_evening_reaches_its_aims",
            "tests/chats/pace/test_figures.py::test_many_busy_tables_keep_within_the_overall_limits",
        ),
        "At most 18 calls a minute in a group of Telegram; evenings in virtual time hold the figures of "
        "[performance.md](performance.md), for many tables at once in the soak run.",
        "The aim counts refused requests over an hour of fifty tables with random pauses; not measured.",
        (
            "tests/chats/pace/test_planted.py::test_a_ping_that_comes_too_early_is_found",
            "tests/chats/pace/test_planted.py::test_a_queue_that_starves_windows_is_found",
            "tests/simulation/test_checks.py::test_calls_beyond_a_limit_are_noticed",
        ),
    ),
    Promise(
        "Failed delivery",
        "A private message that cannot be delivered is never shown in public, and no table stands still.",
        (
            "tests/chats/discord/test_e2e_failures.py::"
            "test_a_player_who_takes_no_direct_messages_is_told_when_one_is_needed",
            "tests/chats/discord/test_e2e_failures.py::test_a_permission_withdrawn_in_mid_hand_costs_nobody_a_chip",
            "tests/chats/discord/test_private_messages.py::"
            "test_a_user_who_takes_no_direct_messages_is_told_once_and_privately",
            "tests/chats/telegram/test_private_chats.py::"
            "test_who_has_not_opened_the_private_chat_is_told_how_and_only_once",
            "tests/bot/test_turns.py::test_an_unreachable_player_is_played_around",
        ),
        "Chosen failures on both platforms; 0 leaks, every hand ends.",
        "The aim is each failure at every seat and phase.",
    ),
    Promise(
        "Floods",
        "One who floods slows nobody else.",
        (
            "tests/bot/test_flood_control.py::test_others_are_not_slowed_by_one_who_floods",
            "tests/bot/test_flood_control.py::test_a_crowd_takes_up_bounded_memory",
            "tests/bot/test_flood_control.py::test_at_a_table_a_flood_costs_one_sentence_and_nobody_else_anything",
            "tests/bot/test_dispatcher.py::test_a_flood_is_turned_away_kindly_and_the_table_goes_on",
            "tests/chats/test_call_queue.py::test_however_much_is_asked_a_table_is_shown_in_seconds",
            "tests/chats/pace/test_floods.py::test_a_table_keeps_its_pace_while_somebody_floods_its_group",
        ),
        "1,400 lines at once at a table, and thousands at the limiter; memory bounded by counts. A table on Telegram "
        "is shown within five seconds, however much is asked in its group.",
        "Processor time of the others and growth in megabytes under 10,000 commands a second are not measured.",
        ("tests/chats/test_call_queue.py::test_answers_before_the_table_would_stop_it",),
    ),
    Promise(
        "Shutdown",
        "Asked to stop, Kiu ends cleanly within 5 seconds.",
        (
            "tests/bot/test_kill.py::test_asked_to_stop_in_mid_hand_the_program_ends_cleanly",
            "tests/bot/test_restart.py::test_the_last_hand_of_a_closing_table_is_told_before_a_clean_end",
            "tests/bot/test_announcer.py::test_ending_waits_only_a_moment_for_a_slow_chat",
            "tests/bot/test_beacon_policy.py::test_the_end_of_the_process_waits_for_no_beacon",
            "tests/chats/test_health.py::test_under_systemd_it_says_when_it_is_ready_that_it_works_and_that_it_stops",
            "tests/chats/discord/test_connection.py::test_it_stops_in_time_while_it_is_connecting",
        ),
        "One SIGTERM in mid-hand a run, SIGINT in the soak run; after 5 seconds the process ends itself with code 1, "
        "so code 0 proves the time.",
        "The aim is 200 times at random moments.",
    ),
    Promise(
        "Gateway",
        "Tables go on when a session is lost, or Kiu says why not.",
        (
            "tests/chats/discord/test_e2e_failures.py::test_a_session_is_resumed_in_mid_hand",
            "tests/chats/discord/test_e2e_failures.py::test_a_session_is_lost_in_mid_hand",
            "tests/chats/discord/test_e2e_failures.py::test_whatever_code_the_gateway_closes_with_the_hand_goes_on",
            "tests/chats/discord/test_connection.py::test_a_gateway_that_rejects_the_bot",
            "tests/chats/discord/test_connection.py::"
            "test_it_tells_whether_it_is_connected_whatever_becomes_of_the_session",
            "tests/chats/discord/test_double_errors.py::test_a_connection_without_heartbeats_is_given_up",
            "tests/chats/telegram/test_polling.py::test_of_two_with_one_token_the_later_gives_way",
        ),
        "Resumed, lost, silent and refused sessions, and every close code, some of them in the soak run only.",
        "",
    ),
    Promise(
        "Clock",
        "No change of the date takes anybody's time away or gives them more.",
        (
            "tests/bot/test_turns.py::test_a_turn_takes_as_long_whatever_somebody_sets_the_date_to",
            "tests/bot/test_restart.py::test_the_clock_is_fresh_after_a_death",
            "tests/features/pausing/test_pausing.py::test_a_window_that_stood_still_over_a_restart_closes_once",
        ),
        "A day forwards and backwards in mid-turn; 0 unfair lapses.",
        "A machine that sleeps for hours is not tried.",
    ),
    Promise(
        "Backups",
        "A backup has all that was durable, and can be restored.",
        (
            "tests/features/backups/test_backup_drill.py::test_every_backup_under_load_is_restored_and_audited",
            "tests/features/backups/test_backup_drill.py::test_a_gigabyte_is_backed_up_and_restored_within_a_minute_each",
            "tests/features/backups/test_backing_up.py::test_killed_at_every_step_there_is_always_a_whole_one",
            "tests/simulation/test_disk_commands.py::test_what_is_told_of_a_command_is_so_whatever_the_disk_does",
            "tests/simulation/test_disk_commands.py::test_the_disk_fails_at_any_call_of_a_command",
            "tests/features/backups/test_restoring.py::test_the_real_program_goes_on_in_mid_hand_from_a_backup",
        ),
        "3 of 3 backups under load are restored and audited; in the soak run 100 of 100, and a gigabyte in a minute. "
        "An error, a full disk, a kill and a power cut at one in 30 calls of restoring, and in the soak run at every "
        "second call of restoring and of each kind of backup.",
        "",
        (
            "tests/features/backups/test_backing_up.py::test_what_does_not_balance_or_is_damaged_is_no_backup",
            "tests/features/backups/test_restoring.py::test_the_smallest_damage_is_refused_and_nothing_is_changed",
        ),
    ),
    Promise(
        "Migrations",
        "An older database becomes today's, also if that is interrupted.",
        (
            "tests/bot/ledger/test_migrating.py::test_a_start_brings_the_database_up_to_date",
            "tests/bot/ledger/test_migrating.py::test_what_a_migration_removes_is_nowhere_in_the_files",
            "tests/bot/ledger/test_migrating.py::test_killed_at_any_step_it_is_as_before_or_done",
            "tests/bot/ledger/test_safety.py::test_a_newer_database_is_refused",
            "tests/simulation/test_disk_commands.py::test_the_disk_fails_at_any_call_of_a_command",
        ),
        "There is one schema so far, so a version before it is made up: its migration is killed at each statement, and "
        "in the soak run meets an error, a full disk, a kill and a power cut at one in 100 calls.",
        "The aim is the same for each migration.",
    ),
    Promise(
        "Forgetting",
        "A forgotten person is in no byte of the files, and chips still add up.",
        (
            "tests/features/privacy/test_forgetting.py::test_whoever_is_forgotten_is_in_no_byte_of_the_database",
            "tests/bot/ledger/test_keys.py::test_erased_keys_are_nowhere_in_the_files",
        ),
        "0 hits in database and log; the sum of all accounts stays 0.",
        "Backups forget by being replaced, within 30 days.",
        ("tests/features/privacy/test_forgetting.py::test_the_export_has_everything_that_a_search_finds",),
    ),
    Promise(
        "Supply chain",
        "Packages are pinned by their hashes, and none has a known weakness.",
        (
            "tests/test_requirements.py::test_every_package_has_one_version_and_its_hashes",
            "tests/test_requirements.py::test_every_dependency_is_pinned",
            "tests/releasing/test_packages.py::test_the_packages_of_the_tests_are_those_of_the_lock",
        ),
        "Every package has one version and its hashes; ruff's security rules are part of `make test`.",
        "`make audit` looks up known weaknesses before a release, since tests ask no network.",
        (
            "tests/releasing/test_packages.py::test_a_changed_file_is_named",
            "tests/releasing/test_packages.py::test_a_known_weakness_is_named",
        ),
    ),
    Promise(
        "Strength of the tests",
        "Tests notice when something decides wrongly.",
        ("tests/mutating/test_running.py::test_each_mutant_is_planted_and_those_that_no_test_notices_are_named",),
        "",
        "The aim is 95 % in all code that decides chips, cards and rights. Of large files a share was planted; menus "
        "are not measured.",
        ("tests/mutating/test_running.py::test_nothing_is_learnt_from_tests_that_fail_by_themselves",),
    ),
    Promise(
        "Long runs",
        "Memory, tasks and files stay bounded however long Kiu runs.",
        (
            "tests/bot/test_memory.py::test_nothing_of_a_hand_or_of_a_closed_table_stays_in_memory",
            "tests/bot/test_memory.py::"
            "test_a_closed_table_leaves_next_to_nothing_once_what_is_remembered_for_a_while_is_full",
            "tests/bot/ledger/test_bytes.py::test_a_hand_takes_few_bytes",
            "tests/bot/hosting/test_long_lived.py::"
            "test_what_lives_as_long_as_the_process_is_not_collected_and_its_ledger_is_verified",
        ),
        "No object of a hand or a closed table stays; a closed table leaves at most 8,000 bytes.",
        "The aim is a process that plays at fifty tables for half an hour and grows by less than a megabyte an hour; "
        "not measured.",
    ),
)
"""In the order of their numbers, which begin at 1."""
