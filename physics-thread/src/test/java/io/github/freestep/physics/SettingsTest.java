package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.time.Ratio;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Settings and policies are compared by their values, and say them. */
class SettingsTest {
    @Test
    void runSettingsAreComparedByEveryValue() {
        RunSettings settings = new RunSettings(Ratio.of(50), 3, 5, 7, 4, true);
        RunSettings same = new RunSettings(Ratio.of(50), 3, 5, 7, 4, true);
        assertEquals(settings, same);
        assertEquals(settings.hashCode(), same.hashCode());
        for (RunSettings other : List.of(
                new RunSettings(Ratio.of(51), 3, 5, 7, 4, true),
                new RunSettings(Ratio.of(50), 4, 5, 7, 4, true),
                new RunSettings(Ratio.of(50), 3, 6, 7, 4, true),
                new RunSettings(Ratio.of(50), 3, 5, 8, 4, true),
                new RunSettings(Ratio.of(50), 3, 5, 7, 5, true),
                new RunSettings(Ratio.of(50), 3, 5, 7, 4, false))) {
            assertNotEquals(settings, other);
        }
        assertEquals(
                "rate 50, axes 3, inputCapacity 5, hashEvery 7, mergedTicks 4, skipsFaults true", settings.toString());
    }

    @Test
    void overloadPoliciesAreComparedByTheirValues() {
        List<OverloadPolicy> policies = List.of(
                OverloadPolicy.slip(),
                OverloadPolicy.slipAfter(3),
                OverloadPolicy.slipAfter(4),
                OverloadPolicy.neverSlip(),
                OverloadPolicy.merge(3),
                OverloadPolicy.mergeAgain(3));
        for (int i = 0; i < policies.size(); i++) {
            for (int j = 0; j < policies.size(); j++) {
                assertEquals(i == j, policies.get(i).equals(policies.get(j)));
            }
        }
        assertEquals(OverloadPolicy.slipAfter(3), OverloadPolicy.slipAfter(3));
        assertEquals(
                OverloadPolicy.slipAfter(3).hashCode(),
                OverloadPolicy.slipAfter(3).hashCode());
        assertEquals("slip()", OverloadPolicy.slip().toString());
        assertEquals("slipAfter(3)", OverloadPolicy.slipAfter(3).toString());
        assertEquals("neverSlip()", OverloadPolicy.neverSlip().toString());
        assertEquals("merge(3)", OverloadPolicy.merge(3).toString());
    }

    @Test
    void settingsOfARunReplaceAPolicyThatMergesOtherwise() {
        RunSettings apart = new RunSettings(Ratio.of(50), 3, 5, 7, 1, false);
        RunSettings merging = new RunSettings(Ratio.of(50), 3, 5, 7, 4, true);
        PhysicsBuilder builder = new PhysicsBuilder(new Falling());
        assertEquals(
                apart,
                builder.overloadPolicy(OverloadPolicy.merge(3))
                        .settings(apart)
                        .setup()
                        .run());
        assertEquals(OverloadPolicy.slip(), builder.setup().overloadPolicy());
        assertEquals(merging, builder.settings(merging).setup().run());
        assertEquals(
                OverloadPolicy.slipAfter(3),
                builder.overloadPolicy(OverloadPolicy.slipAfter(3))
                        .settings(apart)
                        .setup()
                        .overloadPolicy());
    }

    @Test
    void aRateOutOfRangeIsNamedWithTheRange() {
        PhysicsBuilder builder = new PhysicsBuilder(new Falling());
        for (int rate : new int[] {0, -5, Integer.MIN_VALUE, 1_000_001}) {
            assertEquals(
                    "rate must be between 1/1000 and 1000000 per second, was " + rate,
                    assertThrows(IllegalArgumentException.class, () -> builder.rate(rate))
                            .getMessage());
        }
        assertEquals(Ratio.of(1), builder.rate(1).setup().rate());
        assertEquals(Ratio.of(1_000_000), builder.rate(1_000_000).setup().rate());
    }

    @Test
    void whatIsMissingIsNamedWhereItIsSet() {
        PhysicsBuilder builder = new PhysicsBuilder(new Falling());
        assertMissing("rate", () -> builder.rate((Ratio) null));
        assertMissing("input", () -> builder.input(null));
        assertMissing("feed", () -> builder.feed(null));
        assertMissing("restoring", () -> builder.startAt(1, null));
        assertMissing("settings", () -> builder.settings(null));
        assertMissing("inputWhilePaused", () -> builder.inputWhilePaused(null));
        assertMissing("overloadPolicy", () -> builder.overloadPolicy(null));
        assertMissing("faultPolicy", () -> builder.faultPolicy(null));
        assertMissing("commandBudget", () -> builder.commandBudget(null));
        assertMissing("closeTimeout", () -> builder.closeTimeout(null));
        assertMissing("clock", () -> builder.clock(null));
    }

    private static void assertMissing(String name, Runnable setter) {
        String message = assertThrows(NullPointerException.class, setter::run).getMessage();
        assertEquals(name + " must not be null", message.split(";")[0]);
    }
}
