#import <Foundation/Foundation.h>
#import "PhotoStore.h"
@import UIKit;

#define MAX_PHOTOS 20
typedef void (^Completion)(NSArray *photos);
typedef NS_ENUM(NSInteger, PhotoState) { PhotoStateNew };

@protocol PhotoLoading <NSObject>
- (void)loadPhotosWithCompletion:(Completion)completion;
@end

@interface PhotoController : UIViewController <PhotoLoading>
@property (nonatomic, strong) PhotoStore *store;
+ (instancetype)controllerWithStore:(PhotoStore *)store;
@end

@implementation PhotoController

+ (instancetype)controllerWithStore:(PhotoStore *)store {
  PhotoController *controller = [[self alloc] init];
  controller.store = store;
  return controller;
}

- (void)loadPhotosWithCompletion:(Completion)completion {
  [self.store fetchPhotos:MAX_PHOTOS handler:^(NSArray *photos) {
    completion(SortPhotos(photos));
  }];
}

@end

static NSArray *SortPhotos(NSArray *photos) {
  return [photos sortedArrayUsingSelector:@selector(compare:)];
}
