package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.freestep.time.Ratio;
import org.junit.jupiter.api.Test;

/** Settings of a run. */
class SettingsTest {
    @Test
    void settingsOfARunReplaceAllButThePolicy() {
        RunSettings other = new RunSettings(Ratio.of(50), 3, 5, 7, true);
        PhysicsBuilder builder = new PhysicsBuilder(new Falling()).overloadPolicy(OverloadPolicy.slipAfter(3));
        assertEquals(other, builder.settings(other).setup().run());
        assertEquals(OverloadPolicy.slipAfter(3).values, builder.setup().overloadPolicy().values);
        assertNotEquals(OverloadPolicy.neverSlip().values, OverloadPolicy.slipAfter(Integer.MAX_VALUE).values);
    }
}
