"""The leg of certificates: written, verified, compared by their sentences, and damaged; `make fuzz` goes on."""

import pytest
from fuzz.certificates import CertificateLeg
from rookery_tests.strategies import examples

from rookery.certificates.checking import Verification
from rookery.models import BadInput, Ride, Step
from rookery.models.pieces.piece import MAX_STEP, Piece


@pytest.mark.slow
@pytest.mark.nojit
@pytest.mark.drawn
def test_random_certificates_prove_nothing_false_and_no_sentence_is_that_of_two_problems() -> None:
    leg = CertificateLeg(9)
    assert list(leg.run(examples(60))) == []
    assert leg.tally["verified"] > examples(30)
    assert leg.tally["changed: refused"] > examples(100)
    assert len(leg.said) > examples(30)


def test_a_false_verdict_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = Verification("a claim", False, (), 0.0, "tree", "of no reason")
    monkeypatch.setattr("fuzz.certificates.verify", lambda *_args, **_limits: refused)
    assert any("our own certificate of" in fault for fault in CertificateLeg(9).run(5))


@pytest.mark.parametrize("ride", [Ride(Step(1, 0), 1 << 63), Ride(Step(1 << 70, 0)), Ride(Step(0, 1), 10**400)])
def test_steps_beyond_every_board_are_refused(ride: Ride) -> None:
    with pytest.raises(BadInput, match=f"beyond {MAX_STEP:,}"):
        Piece("lancer", "L", rides=[ride])
