package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameMode;
import io.github.freestep.testing.Seeds;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewReportTest {
    private static final long FRAME_NANOS = 1_000_000_000 / 60;

    @Test
    void comparesBothPicturesOfASession() {
        ViewLog log = new ViewLog();
        try (InlineStepper stepper = PhysicsService.builder(Scenes.of("orbit", 3, Seeds.of(1), StepCost.NONE))
                        .rate(20)
                        .inline();
                Eye raw = new Eye(stepper.states(), FrameMode.LATEST, false);
                Eye eye = new Eye(stepper.states(), FrameMode.INTERPOLATE, false)) {
            for (int i = 0; i < 600; i++) {
                stepper.advance(FRAME_NANOS);
                long now = stepper.clock().nanoTime();
                raw.look(now);
                eye.look(now);
                log.add(List.of(raw, eye), now);
            }
        }
        byte[] png = new Snapshot(new int[] {1, 2}, 2, 1).png();
        ViewReport report = new ViewReport(log.totals(), png, "orbit, 3 bodies", 60, "animation error p50 0.1 ms");
        assertEquals(600, log.totals().frames());
        assertEquals(10, log.totals().seconds(), 0.05);
        for (ViewLog.Picture picture : log.totals().pictures()) {
            double[] judder = picture.judderPercent().values();
            boolean even = picture.name().equals("INTERPOLATED");
            assertEquals(even ? 0 : 141, judder[judder.length - 1], even ? 0.1 : 2, picture.name());
        }
        assertEquals(2, log.totals().pictures().size());
        String html = report.html();
        assertTrue(html.contains("data:image/png;base64," + Base64.getEncoder().encodeToString(png)));
        assertTrue(html.contains("orbit, 3 bodies: 600 frames in 10.0 s, on a monitor of 60 Hz."), html);
        assertTrue(html.contains("NEWEST STATE") && html.contains("INTERPOLATED"));
        assertTrue(html.contains("The picture on the right, on the screen: animation error p50 0.1 ms."), html);
        assertTrue(Json.write(report.json()).contains("speedOffPercent"));
        assertFalse(new ViewReport(log.totals(), null, "", 60, null).html().contains("<img"));
    }
}
