"""How a long game feels is measured, beside how a short one does."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.conftest import environment


def test_a_long_game_is_measured_beside_a_short_one() -> None:
    words = "from grognard.app.headless.bench_long import measure_long as m; import json"
    words += "; print(json.dumps(m('columbia/mill-brook', timed=3, long=200)))"
    done = subprocess.run(
        [sys.executable, "-c", words],
        env=environment(QT_QPA_PLATFORM="offscreen"),
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    few, many = found["after_100"], found["after_200"]
    assert many["log_lines"] > few["log_lines"] > 0
    for name in ("click", "choice_until_shown"):
        assert 0 < few[name]["median_ms"] <= few[name]["max_ms"]
        assert found["ratios"][name] > 0
    assert found["within_bounds"] == all(ratio <= 1.3 for ratio in found["ratios"].values())
