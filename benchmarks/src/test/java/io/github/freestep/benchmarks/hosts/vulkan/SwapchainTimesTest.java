package io.github.freestep.benchmarks.hosts.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lwjgl.system.MemoryUtil.memPutInt;
import static org.lwjgl.system.MemoryUtil.memPutLong;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.DisplayMeter;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkPastPresentationTimingGOOGLE;
import org.lwjgl.vulkan.VkPresentInfoKHR;
import org.lwjgl.vulkan.VkPresentTimesInfoGOOGLE;

class SwapchainTimesTest {
    private static final int FRAMES = 100;
    private static final long REFRESH_NANOS = 10_000_000;

    /** Without Vulkan, or without the extension, as with software rendering. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void devicesWithoutTheExtensionAreNamedInOneLine() throws Exception {
        String said = OtherProcess.run(VulkanDevices.class);
        assertTrue(said.startsWith("no Vulkan: ") || said.contains(" display times"), said);
    }

    /** The reports lie in the memory of a driver's answer. A display of 100 Hz shows each frame 20 ms later. */
    @Test
    void reportsGoToTheFramesThatWereMarked() {
        SwapchainTimes times = new SwapchainTimes();
        MotionMeter meter = new MotionMeter();
        try (InlineStepper stepper = PhysicsService.builder(Scenes.of("swarm", 3, Seeds.of(1), StepCost.NONE))
                        .inline();
                FrameSampler frames = FrameSampler.open(stepper.states());
                MemoryStack stack = MemoryStack.stackPush()) {
            VkPastPresentationTimingGOOGLE.Buffer answer = VkPastPresentationTimingGOOGLE.calloc(2, stack);
            for (int i = 1; i <= FRAMES; i++) {
                stepper.advance(REFRESH_NANOS);
                Frame frame = frames.sample();
                meter.add(frame);
                int id = marked(times, frame);
                assertEquals(i, id);
                if (id % 2 == 0 && id > 3) {
                    long now = stepper.clock().nanoTime();
                    answer(answer.get(0), id - 3, now - REFRESH_NANOS);
                    answer(answer.get(1), id - 2, now);
                    times.report(answer, 2, frames);
                }
            }
            DisplayMeter display = meter.display();
            assertEquals(FRAMES - 2, display.displayed());
            assertEquals(0, display.errorMillis(1), 0.001);
        }
    }

    private static int marked(SwapchainTimes times, Frame frame) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPresentInfoKHR present = VkPresentInfoKHR.calloc(stack);
            times.mark(present, frame, stack);
            return VkPresentTimesInfoGOOGLE.create(present.pNext())
                    .pTimes()
                    .get(0)
                    .presentID();
        }
    }

    private static void answer(VkPastPresentationTimingGOOGLE past, int id, long nanos) {
        memPutInt(past.address() + VkPastPresentationTimingGOOGLE.PRESENTID, id);
        memPutLong(past.address() + VkPastPresentationTimingGOOGLE.ACTUALPRESENTTIME, nanos);
    }
}
