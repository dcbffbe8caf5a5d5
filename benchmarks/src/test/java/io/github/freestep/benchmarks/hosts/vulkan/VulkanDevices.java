package io.github.freestep.benchmarks.hosts.vulkan;

import static org.lwjgl.vulkan.VK10.*;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.IntBuffer;
import org.lwjgl.PointerBuffer;
import org.lwjgl.system.Configuration;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkInstance;
import org.lwjgl.vulkan.VkInstanceCreateInfo;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceProperties;

/** Prints whether each Vulkan device of this machine reports display times. */
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
                String has = SwapchainTimes.has(device) ? "has" : "has no";
                System.out.println(properties.deviceNameString() + " " + has + " display times");
            }
            vkDestroyInstance(instance, null);
        } catch (LinkageError e) {
            System.out.println("no Vulkan: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }
}
