package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.freestep.time.Ratio;
import org.junit.jupiter.api.Test;

/** Settings of a run. */
class SettingsTest {
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
        assertEquals(OverloadPolicy.slip().values, builder.setup().overloadPolicy().values);
        assertEquals(merging, builder.settings(merging).setup().run());
        assertNotEquals(OverloadPolicy.neverSlip().values, OverloadPolicy.slipAfter(Integer.MAX_VALUE).values);
        assertEquals(
                OverloadPolicy.slipAfter(3).values,
                builder.overloadPolicy(OverloadPolicy.slipAfter(3))
                        .settings(apart)
                        .setup()
                        .overloadPolicy()
                        .values);
    }
}
