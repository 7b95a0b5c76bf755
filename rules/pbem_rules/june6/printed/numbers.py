"""The single numbers of the rules, by the table of ``charts.toml`` in which they stand."""

from __future__ import annotations

from pbem.bytes.records import frozen


@frozen(kw_only=True)
class Resources:
    """When points are rolled for (5.12)."""

    first_turn: int
    die_minimum: int


@frozen(kw_only=True)
class CombatNumbers:
    """Modifiers of the combat roll, and what they are counted with (12.5, 15, 16.3, 17.3, 18.3)."""

    cohesion_cap: int
    two_hexes: int
    surrounded: int
    probe_against_stand: int
    flak_each: int
    mark_79th: int
    disorder_attacker: int
    disorder_defender: int
    scattered_attacker: int
    scattered_defender: int
    river_crossing: int
    strongpoint_hex: int
    armour_more: int
    armour_double: int
    artillery_more: int
    artillery_double: int
    double_against_none: int
    armour_supported_by_infantry: int
    air_markers_most: int
    naval_markers_most: int


@frozen(kw_only=True)
class MovementNumbers:
    """Points, and when strategic movement is allowed (8, 11.1, 19.1)."""

    zoc_enter: int
    zoc_leave: int
    friendly_unit_on_road: int
    friendly_units_block_road: int
    delay_point: int
    strategic_factor: int
    strategic_start_distance: int
    strategic_allied_first_turn: int


@frozen(kw_only=True)
class Stacking:
    """Units in a hex (9.1)."""

    combat: int
    total: int
    extra_flak: int


@frozen(kw_only=True)
class Beaches:
    """The defence of a beach hex itself (9.2)."""

    cs: int
    cohesion: int


@frozen(kw_only=True)
class Ranges:
    """Hexes, counted to the target (5.3, 6.1, 16.1, 18.1, 20.4)."""

    corps_artillery: int
    division_artillery: int
    nebelwerfer: int
    naval: int
    corps_unit_assignment: int
    corps_to_division_artillery: int
    engineers: int
    hq_replacement: int
    loc_off_road: int


@frozen(kw_only=True)
class Support:
    """Air and naval markers on missions (17.2, 18.2)."""

    markers_per_bombardment: int
    supply_interdiction: int
    reinforcement_interdiction: int


@frozen(kw_only=True)
class Engineers:
    """What a headquarters does at rivers in an activation (20.2, 20.4)."""

    assisted_units: int
    assisted_units_more: int
    demolitions_per_activation: int
    demolition_at_most: int


@frozen(kw_only=True)
class ActivationNumbers:
    """Markers and activations (5.1, 6.17, 7.2, 19.3)."""

    markers_per_formation: int
    free_operations_most: int
    breakdown_cohesion: int
    hq_returns_after: int


@frozen(kw_only=True)
class CorpsActivationNumbers:
    """Corps Activations (7.5)."""

    price: int
    first_turn: int
    german_divisions: int
    artillery_times: int


@frozen(kw_only=True)
class Refit:
    """When reduced units are restored (21.3)."""

    reduced_first_turn: int
    reduced_per_group: int


@frozen(kw_only=True)
class Surrender:
    """Who surrenders, and at which die (22.3)."""

    cohesion_at_most: int
    roll_at_least_times: int


@frozen(kw_only=True)
class Numbers:
    """All of them."""

    resources: Resources
    combat: CombatNumbers
    movement: MovementNumbers
    stacking: Stacking
    beaches: Beaches
    ranges: Ranges
    support: Support
    engineers: Engineers
    activation: ActivationNumbers
    corps_activation: CorpsActivationNumbers
    refit: Refit
    surrender: Surrender
