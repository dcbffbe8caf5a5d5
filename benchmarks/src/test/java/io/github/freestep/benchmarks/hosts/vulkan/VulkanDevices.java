package io.github.freestep.benchmarks.hosts.vulkan;

import static org.lwjgl.vulkan.EXTPresentTiming.VK_EXT_PRESENT_TIMING_EXTENSION_NAME;
import static org.lwjgl.vulkan.GOOGLEDisplayTiming.VK_GOOGLE_DISPLAY_TIMING_EXTENSION_NAME;
import static org.lwjgl.vulkan.VK10.*;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Set;
import java.util.stream.Collectors;
import org.lwjgl.BufferUtils;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkExtensionProperties;
import org.lwjgl.vulkan.VkInstance;
import org.lwjgl.vulkan.VkInstanceCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties;

/** Prints which extension for display times each Vulkan device of this machine has. */
final class VulkanDevices {
    public static void main(String[] args) {
        if (Runtime.version().feature() >= 25) {
            Configuration.MEMORY_BACKEND.set("ffm"); // without Unsafe
        }
        // The exception says why the library can't be loaded.
        Configuration.DEBUG_STREAM.set(new PrintStream(OutputStream.nullOutputStream()));
        try (MemoryStack stack = MemoryStack.stackPush()) {
            PointerBuffer handle = stack.mallocPointer(1);
            VkInstanceCreateInfo info = VkInstanceCreateInfo.calloc(stack).sType$Default();
            if (vkCreateInstance(info, null, handle) != VK_SUCCESS) {
                System.out.println("no Vulkan: no driver");
                return;
            }
            VkInstance instance = new VkInstance(handle.get(0), info);
            IntBuffer length = stack.mallocInt(1);
            vkEnumeratePhysicalDevices(instance, length, null);
            PointerBuffer devices = stack.mallocPointer(length.get(0));
            vkEnumeratePhysicalDevices(instance, length, devices);
            if (devices.capacity() == 0) {
                System.out.println("no Vulkan: no device");
            }
            for (int i = 0; i < devices.capacity(); i++) {
                VkPhysicalDevice device = new VkPhysicalDevice(devices.get(i), instance);
                VkPhysicalDeviceProperties properties = VkPhysicalDeviceProperties.calloc(stack);
                vkGetPhysicalDeviceProperties(device, properties);
                String by = displayTimes(device);
                System.out.println(properties.deviceNameString()
                        + (by.isEmpty() ? " has no display times" : " has display times by " + by));
            }
            vkDestroyInstance(instance, null);
        } catch (LinkageError e) {
            System.out.println("no Vulkan: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    /** Returns the names of the extensions by which a device reports display times. */
    private static String displayTimes(VkPhysicalDevice device) {
        IntBuffer length = BufferUtils.createIntBuffer(1);
        vkEnumerateDeviceExtensionProperties(device, (ByteBuffer) null, length, null);
        VkExtensionProperties.Buffer all = VkExtensionProperties.create(length.get(0));
        vkEnumerateDeviceExtensionProperties(device, (ByteBuffer) null, length, all);
        return all.stream()
                .map(VkExtensionProperties::extensionNameString)
                .filter(Set.of(VK_GOOGLE_DISPLAY_TIMING_EXTENSION_NAME, VK_EXT_PRESENT_TIMING_EXTENSION_NAME)::contains)
                .collect(Collectors.joining(" and "));
    }
}
